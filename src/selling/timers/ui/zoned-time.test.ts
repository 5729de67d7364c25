import { describe, expect, test } from 'vitest'
import { timezones } from '../contract.ts'
import { toInstant, toLocal } from './zoned-time.ts'

const at = (iso: string) => Date.parse(iso)

const anHour = 3_600_000

/** Noon UTC on every second Sunday in March and first Sunday in November through 2035. */
function clockChanges(): number[] {
  const sunday = (year: number, month: number, from: number) => {
    const day = new Date(Date.UTC(year, month, from, 12))
    return day.getTime() + ((7 - day.getUTCDay()) % 7) * 24 * anHour
  }
  const years = Array.from({ length: 10 }, (_, index) => 2026 + index)
  return years.flatMap((year) => [sunday(year, 2, 8), sunday(year, 10, 1)])
}

describe('times in a time zone', () => {
  test.each([
    ['America/Detroit', '2026-07-01T16:00Z'],
    ['America/Chicago', '2026-07-01T17:00Z'],
    ['America/Denver', '2026-07-01T18:00Z'],
    ['America/Phoenix', '2026-07-01T19:00Z'],
    ['America/Los_Angeles', '2026-07-01T19:00Z'],
    ['America/Anchorage', '2026-07-01T20:00Z'],
    ['Pacific/Honolulu', '2026-07-01T22:00Z'],
  ])('noon in summer in %s is %s', (zone, instant) => {
    expect(toInstant('2026-07-01T12:00', zone)).toEqual({ timestamp: at(instant), kind: 'exact' })
  })

  test('a time in the hour skipped in spring is moved forward', () => {
    const moved = toInstant('2026-03-08T02:30', 'America/Detroit')
    expect(moved).toEqual({ timestamp: at('2026-03-08T07:30Z'), kind: 'skipped' })
    expect(toLocal(at('2026-03-08T07:30Z'), 'America/Detroit')).toBe('2026-03-08T03:30')
  })

  test('a time in the hour repeated in autumn means the first occurrence', () => {
    expect(toInstant('2026-11-01T01:30', 'America/Detroit')).toEqual({
      timestamp: at('2026-11-01T05:30Z'),
      kind: 'repeated',
    })
    expect(toInstant('2026-11-01T02:30', 'America/Detroit')).toEqual({
      timestamp: at('2026-11-01T07:30Z'),
      kind: 'exact',
    })
  })

  test.each(['America/Phoenix', 'Pacific/Honolulu'])('the zone %s never changes its clock', (zone) => {
    expect(toInstant('2026-03-08T02:30', zone)?.kind).toBe('exact')
    expect(toInstant('2026-11-01T01:30', zone)?.kind).toBe('exact')
  })

  test.each(timezones.map(({ zone }) => zone))('times in %s survive a round trip', (zone) => {
    for (const day of ['2026-03-07', '2026-03-08', '2026-03-09', '2026-10-31', '2026-11-01', '2026-11-02']) {
      for (const hour of ['00', '01', '03', '12', '23']) {
        const local = `${day}T${hour}:45`
        expect(toLocal(toInstant(local, zone)?.timestamp ?? 0, zone)).toBe(local)
      }
    }
  })

  test.each(timezones.map(({ zone }) => zone))(
    'the zone %s agrees with its own clock around every change through 2035',
    (zone) => {
      const clock = new Intl.DateTimeFormat('sv-SE', {
        timeZone: zone,
        dateStyle: 'short',
        timeStyle: 'short',
      })
      for (const change of clockChanges()) {
        const seen = new Map<string, number>()
        for (let instant = change - 14 * anHour; instant <= change + 14 * anHour; instant += anHour / 2) {
          const local = clock.format(instant).replace(' ', 'T')
          const first = seen.get(local) ?? instant
          seen.set(local, first)
          expect([zone, local, toInstant(local, zone)?.timestamp]).toEqual([zone, local, first])
          expect(toLocal(instant, zone)).toBe(local)
        }
      }
    },
  )

  test.each(['', '2026-02-30T10:00', '2026-01-01', 'soon', '2026-01-01T25:00'])(
    'the text %j is not a valid time',
    (local) => {
      expect(toInstant(local, 'America/Chicago')).toBeNull()
    },
  )
})
