import { sql } from 'kysely'
import type { IncomingHttpHeaders } from 'node:http'
import type { Services } from '#registry/services.ts'

type Viewed = { readonly sellerId: string; readonly formId: string }
type Visit = { readonly method?: string | undefined; readonly headers: IncomingHttpHeaders }
/** One form's views on a UTC day, with a number for each quarter of an hour. */
type Count = Viewed & { readonly day: string; readonly views: number[] }

/**
 * Counts views of payment pages without a SQL statement for each view: they are counted in this process, and
 * one statement stores the counts every few seconds and at shutdown. A crash loses the last few seconds.
 */
export type FormViews = {
  /**
   * Counts a page that was sent, unless it was requested by a program such as a crawler, a link preview or a
   * prefetch.
   */
  readonly count: (viewed: Viewed, visit: Visit) => void
  /** Stores all counts in one statement and returns 0. If that fails, they are stored the next time. */
  readonly flush: () => Promise<number>
}

/** The number of forms that can be counted between two flushes. Views of further forms are not counted. */
const capacity = 10_000

/** A quarter of an hour, in milliseconds. In every time zone, days begin at such a quarter. */
const quarter = 15 * 60 * 1000
const quarters = 96
const dayLength = quarter * quarters

/** Makes the view counter of one process. Its owner calls `flush` every few seconds. */
export function createFormViews({ db, clock }: Pick<Services, 'db' | 'clock'>): FormViews {
  let counts = new Map<string, Count>()
  let today = { number: Number.NaN, text: '' }
  const dayOf = (at: number): string => {
    const number = Math.floor(at / dayLength)
    if (number !== today.number) today = { number, text: new Date(at).toISOString().slice(0, 10) }
    return today.text
  }

  const add = ({ views, ...of }: Count): void => {
    const key = `${of.formId} ${of.day}`
    const present = counts.get(key)
    if (present === undefined && counts.size >= capacity) return
    const sums = views.map((count, index) => count + (present?.views[index] ?? 0))
    counts.set(key, { ...of, views: sums })
  }

  return {
    count(viewed, visit) {
      if (!isByPerson(visit)) return
      const at = clock.now().getTime()
      const index = Math.floor(at / quarter) % quarters
      const day = dayOf(at)
      const present = counts.get(`${viewed.formId} ${day}`)
      if (present !== undefined) present.views[index] = (present.views[index] ?? 0) + 1
      else add({ ...viewed, day, views: Array.from({ length: quarters }, (_, of) => (of === index ? 1 : 0)) })
    },
    async flush() {
      if (counts.size === 0) return 0
      const taken = [...counts.values()]
      counts = new Map()
      try {
        await store(db, taken)
      } catch (error) {
        taken.forEach(add)
        throw error
      }
      return 0
    },
  }
}

/** Sorted by the table's key, so that two processes never wait for each other. */
async function store(db: Services['db'], counts: readonly Count[]): Promise<void> {
  const rows = counts.map(({ sellerId, formId, ...count }) => ({
    seller_id: sellerId,
    form_id: formId,
    ...count,
  }))
  await sql`
    insert into form_views as stored (seller_id, form_id, day, views)
    select seller_id, form_id, day, views
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as counted (seller_id uuid, form_id uuid, day date, views integer[])
    order by seller_id, day, form_id
    on conflict (seller_id, day, form_id) do update set views = (
      select array_agg(before + added order by number)
      from unnest(stored.views, excluded.views) with ordinality as sums (before, added, number)
    )`.execute(db)
}

/** Words that occur in the user agents of programs. "Cubot" is a phone and is not meant. */
const programs =
  /(?<!cu)bot\b|crawl|spider|slurp|externalhit|preview|whatsapp|embedly|lighthouse|curl\/|wget\/|python-|^$/i

/** Guesses from the request whether a person made it. A disguised program counts as a person. */
function isByPerson({ method, headers }: Visit): boolean {
  const purpose = `${String(headers['sec-purpose'] ?? '')} ${String(headers['purpose'] ?? '')}`
  return method === 'GET' && !/prefetch|preview/i.test(purpose) && !programs.test(headers['user-agent'] ?? '')
}
