import { sql } from 'kysely'
import type { IncomingHttpHeaders } from 'node:http'
import type { Services } from '#registry/services.ts'

type Viewed = { readonly sellerId: string; readonly formId: string }
type Visit = { readonly method?: string | undefined; readonly headers: IncomingHttpHeaders }
/** The key of one form and UTC day, with a number for each quarter of an hour. */
type Count = Viewed & { readonly day: string; readonly views: number[] }

/**
 * Counts views of payment pages. A view costs no statement and waits for nothing: it is counted in this process, and
 * one statement stores the counts every few seconds and at shutdown. A crash loses those seconds.
 */
export type FormViews = {
  /** Counts a page that was sent, unless a program requested it: a crawler, a link preview, a prefetch. */
  readonly count: (viewed: Viewed, visit: Visit) => void
  /** Stores the counts; returns 0, since one call stores them all. Counts that cannot be stored are retained. */
  readonly flush: () => Promise<number>
}

/** The number of forms counted between two flushes is limited; views of others are dropped. */
const capacity = 10_000

/** A quarter of an hour, in milliseconds. Every time zone's day begins at one. */
const quarter = 15 * 60 * 1000
const quarters = 96
const dayLength = quarter * quarters

/** The counter of one process; its owner calls `flush` every few seconds. */
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

/** In the order of the table's key, so that two processes never wait for each other. */
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

/** Words in the user agents of programs; a Cubot is a phone. */
const programs =
  /(?<!cu)bot\b|crawl|spider|slurp|externalhit|preview|whatsapp|embedly|lighthouse|curl\/|wget\/|python-|^$/i

/** A cheap guess from the request; a disguised program counts as a person. */
function isByPerson({ method, headers }: Visit): boolean {
  const purpose = `${String(headers['sec-purpose'] ?? '')} ${String(headers['purpose'] ?? '')}`
  return method === 'GET' && !/prefetch|preview/i.test(purpose) && !programs.test(headers['user-agent'] ?? '')
}
