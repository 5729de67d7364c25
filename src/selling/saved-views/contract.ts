import { z } from 'zod'
import { idParams, type Contract } from '#foundation/http/contract/contract.ts'
import { requiredLine, text } from '#foundation/http/input/fields.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { customerFilter } from '#selling/list-filters/customer-filter.ts'
import { inOrder, saleFilter } from '#selling/list-filters/sale-filter.ts'

export const viewLists = ['sales', 'customers'] as const
export type ViewList = (typeof viewLists)[number]

const q = text(200).trim().optional()

/** The filters of each list, without the time zone, which is sent with each request. */
const filters = {
  sales: inOrder(saleFilter.omit({ zone: true }).extend({ q }).strict()),
  customers: customerFilter.omit({ zone: true }).extend({ q }).strict(),
} as const

export const longestViewName = 60
const name = requiredLine(longestViewName)

/** The search and filter as in the list's URL. */
const shownFilter = z.record(z.string(), z.string({ error: messages.text }))

const newView = z
  .object({
    list: z.enum(viewLists, { error: messages.choice }),
    name,
    isShared: z.boolean({ error: messages.boolean }),
    filter: shownFilter,
  })
  .superRefine(({ list, filter }, context) => {
    for (const issue of filters[list].safeParse(filter).error?.issues ?? []) {
      const [unknown] = issue.code === 'unrecognized_keys' ? issue.keys : []
      const message = unknown === undefined ? issue.message : messages.unknown(unknown)
      context.addIssue({ code: 'custom', path: ['filter', ...issue.path], message })
    }
  })

export const savedView = z.object({
  id: z.string(),
  list: z.enum(viewLists),
  name: z.string(),
  filter: shownFilter,
  /** Whether the view is visible to every member who can see the list. */
  isShared: z.boolean(),
  /** Whether the caller made the view or owns the shop. */
  mayChange: z.boolean(),
})
export type SavedView = z.output<typeof savedView>

const views = z.object({ views: z.array(savedView) })

/** Anyone who can see a list can save views of it, which the handler checks. */
const ofReader = { access: 'onboarded', right: null } as const

export const savedViewsContract = {
  listViews: {
    ...ofReader,
    method: 'GET',
    path: '/saved-views',
    summary: "Lists the caller's saved views and the shop's shared ones, for the lists they can see",
    ok: { status: 200, schema: views },
  },
  saveView: {
    ...ofReader,
    method: 'POST',
    path: '/saved-views',
    summary: 'Saves a search and filter of a list under a name; up to 50 per member',
    body: newView,
    failures: { too_many_views: 409 },
    ok: { status: 201, schema: savedView },
  },
  changeView: {
    ...ofReader,
    method: 'PATCH',
    path: '/saved-views/:id',
    summary: 'Renames a view, shares it or makes it private',
    params: idParams,
    body: z.object({ name: name.optional(), isShared: z.boolean().optional() }),
    ok: { status: 200, schema: savedView },
  },
  deleteView: {
    ...ofReader,
    method: 'DELETE',
    path: '/saved-views/:id',
    summary: 'Deletes a view',
    params: idParams,
    ok: { status: 200, schema: z.object({ name: z.string() }) },
  },
} as const satisfies Contract
