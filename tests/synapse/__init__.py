"""A real homeserver for the tests, and people in its rooms with clients of two kinds.

``homeserver`` is Synapse in a process of its own, ``town`` its people in one test. ``people`` see
what their client shows, write and press; ``clients`` are nio, and mautrix as a strict client which
trusts cross-signed devices alone (``driver``); ``timeline`` is what a screen shows.

    room = await ada.creates("Lama evening", bot.user, ben.id, encrypted=True)
    await ada.says(room, "!new")
    table = await ben.waits_for(lambda seen: "Who is in?" in seen.text, room)
    await ben.reacts(table, "✅")

`make matrix` sets up the environments; without them the tests that need them are skipped, except
where `CI` is `true`.
"""
