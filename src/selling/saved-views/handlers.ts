import { msg } from '#foundation/language/t.ts'
import { isId } from '#foundation/db/new-id.ts'
import { defineFailure, found } from '#foundation/failures/failure.ts'
import { type Caller, demand, may, notAllowed } from '#foundation/http/contract/caller.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import type { Services } from '#registry/services.ts'
import type { SavedView, savedViewsContract } from './contract.ts'
import { deleteView, findView, insertView, listViews, updateView, type ViewRow } from './store.ts'

const viewsAtMost = 50

export function savedViewsHandlers({ db }: Services): Handlers<typeof savedViewsContract> {
  /** A view the caller can change: their own, or any shared one if they own the shop. */
  async function findOwn(caller: Caller, id: string): Promise<ViewRow> {
    const view = found(isId(id) ? await findView(db, caller, id) : undefined)
    if (!mayChange(caller, view)) throw notAllowed('update')
    return view
  }

  return {
    async listViews({ caller }) {
      return { views: (await listReadable(db, caller)).map((view) => describe(caller, view)) }
    },

    async saveView({ caller, body: { filter, ...view } }) {
      demand(caller, { entity: view.list, verb: 'read' })
      if (caller.isSupport) throw notAllowed('write')
      const shown = Object.entries(filter).filter(([, value]) => value !== '')
      const saved = await insertView(db, caller, { ...view, filter: Object.fromEntries(shown) }, viewsAtMost)
      if (saved === undefined) throw new TooManyViews()
      return describe(caller, saved)
    },

    async changeView({ caller, params: { id }, body }) {
      const { madeBy } = await findOwn(caller, id)
      // A view whose maker has left cannot be made private.
      if (madeBy === null && body.isShared === false) throw notAllowed('update')
      const changed = found(await updateView(db, caller.sellerId, id, body))
      return describe(caller, changed)
    },

    async deleteView({ caller, params: { id } }) {
      const { name } = await findOwn(caller, id)
      await deleteView(db, caller.sellerId, id)
      return { name }
    },
  }
}

/** The caller's own views, and shared views of lists they can read. */
export async function listReadable(db: Services['db'], caller: Caller): Promise<ViewRow[]> {
  return (await listViews(db, caller)).filter(({ list }) => may(caller, list, 'read'))
}

function mayChange({ userId, isOwner, isSupport }: Caller, { madeBy }: ViewRow): boolean {
  return !isSupport && (isOwner || madeBy === userId)
}

function describe(caller: Caller, view: ViewRow): SavedView {
  const { id, list, name, filter, isShared } = view
  return { id, list, name, filter, isShared, mayChange: mayChange(caller, view) }
}

class TooManyViews extends defineFailure(
  'too_many_views',
  409,
  msg('You have 50 saved views. Delete one first.'),
) {}
