import { z } from 'zod'
import { idParams, type Contract } from '#foundation/http/contract/contract.ts'
import { requiredLine, text } from '#foundation/http/input/fields.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { customerFilter } from '#selling/list-filters/customer-filter.ts'
import { inOrder, saleFilter } from '#selling/list-filters/sale-filter.ts'

export const viewLists = ['sales', 'customers'] as const
export type ViewList = (typeof viewLists)[number]

const q = text(200).trim().optional()

/** What each list can be narrowed to; by whose days, is said when it is looked at. */
const filters = {
  sales: inOrder(saleFilter.omit({ zone: true }).extend({ q }).strict()),
  customers: customerFilter.omit({ zone: true }).extend({ q }).strict(),
} as const

export const longestViewName = 60
const name = requiredLine(longestViewName)

/** As the address of the list carries it. */
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
  /** Everybody in the shop who sees the list sees it. */
  isShared: z.boolean(),
  /** The caller made it, or owns the shop. */
  mayChange: z.boolean(),
})
export type SavedView = z.output<typeof savedView>

const views = z.object({ views: z.array(savedView) })

/** Whoever sees a list may keep views of it, which the handler looks at. */
const ofReader = { access: 'onboarded', right: null } as const

export const savedViewsContract = {
  listViews: {
    ...ofReader,
    method: 'GET',
    path: '/saved-views',
    summary:
      "The caller's saved views, and those that are shared in the shop, of the lists that they may see",
    ok: { status: 200, schema: views },
  },
  saveView: {
    ...ofReader,
    method: 'POST',
    path: '/saved-views',
    summary: 'Saves a search and a filter of a list under a name; a member has at most 50',
    body: newView,
    failures: { too_many_views: 409 },
    ok: { status: 201, schema: savedView },
  },
  changeView: {
    ...ofReader,
    method: 'PATCH',
    path: '/saved-views/:id',
    summary: 'Renames a view, or shares it or keeps it to its maker',
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
