import { expect, test } from 'vitest'
import { migrate, migrateTo } from '#foundation/db/migrate/migrate.ts'
import { withClient } from '#foundation/db/test-client.ts'
import { createEmptyDatabase } from '#foundation/db/test-database.ts'

const everyKind = { sale: 'off', refund: 'off', dispute: 'off', renewal_failed: 'off', cancellation: 'off' }

/** What was kept of members, by the zone of their shop; and whether they chose that themselves. */
const readers = [
  { who: 'never chose', shop: null, zone: 'UTC', hows: {}, isOwn: false },
  { who: 'ended some mails by a link', shop: null, zone: 'UTC', hows: { sale: 'off' }, isOwn: false },
  { who: 'chose on the page', shop: null, zone: 'UTC', hows: everyKind, isOwn: true },
  { who: 'has another zone than is kept unasked', shop: null, zone: 'Asia/Tokyo', hows: {}, isOwn: true },
  { who: 'has the zone of their shop', shop: 'Asia/Tokyo', zone: 'Asia/Tokyo', hows: {}, isOwn: false },
  { who: 'has another zone than their shop', shop: 'Asia/Tokyo', zone: 'Europe/Rome', hows: {}, isOwn: true },
  { who: 'has none, though their shop has one', shop: 'Asia/Tokyo', zone: 'UTC', hows: {}, isOwn: false },
]

test('who chose their zone before it was kept whether they did keeps it, and nobody else has one of their own', async () => {
  const database = await createEmptyDatabase()
  try {
    await migrateTo(database.url, '0130-dispute-outcomes')
    await withClient(database.url, async (client) => {
      for (const { who, shop, zone, hows } of readers) {
        await client.query(
          `with shop as (
            insert into sellers (id, name, time_zone) values (gen_random_uuid(), $1, $2) returning id
          ), person as (
            insert into users (id, name, email) values (gen_random_uuid(), $1, $1) returning id
          )
          insert into members (user_id, seller_id) select person.id, shop.id from person, shop`,
          [who, shop],
        )
        await client.query(
          `insert into notice_readers (user_id, zone, hows, letter_at)
          select id, $2, $3, now() from users where name = $1`,
          [who, zone, JSON.stringify(hows)],
        )
      }
    })
    await migrate(database.url)
    await withClient(database.url, async (client) => {
      const { rows } = await client.query(`
        select name as who, zone, has_own_zone as "isOwn" from notice_readers
        join users on users.id = notice_readers.user_id order by name`)
      const expected = readers.map(({ who, zone, isOwn }) => ({ who, zone, isOwn }))
      expect(rows).toEqual(expected.toSorted((one, other) => one.who.localeCompare(other.who)))
    })
  } finally {
    await database.drop()
  }
})
