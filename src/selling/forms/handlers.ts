import { inTransaction } from '#foundation/db/database.ts'
import { isId } from '#foundation/db/new-id.ts'
import { demand, scopeOf } from '#foundation/http/caller.ts'
import { InvalidFields, NotFound } from '#foundation/http/failures.ts'
import { pageNumbers } from '#foundation/http/pages.ts'
import type { Handlers } from '#foundation/http/routes.ts'
import type { Parts } from '#foundation/parts.ts'
import { checkForm, type CheckedForm } from './check-form.ts'
import type { formsContract } from './contract.ts'
import {
  describeForm,
  describeFormCard,
  formColumns,
  formParts,
  newFormColumns,
  type ChangedFields,
  type TimerFields,
} from './form-wire.ts'
import { changesPrice } from './price-change.ts'
import { refuseDetails, refuseExtras } from './refuse-extras.ts'
import { deleteForm, findForm, insertForm, listForms, updateForm, type FormRow } from './store.ts'
import { updateRight } from './update-right.ts'

type MergedForm = CheckedForm & { readonly timers: readonly TimerFields[] }

/** `onChanged` is told which form's payment page is out of date. */
export function formsHandlers(
  { db, clock }: Parts,
  onChanged: (formId: string) => void,
): Handlers<typeof formsContract> {
  const find = async (sellerId: string, id: string): Promise<FormRow> => {
    const row = isId(id) ? await findForm(db, sellerId, id) : undefined
    if (row === undefined) throw new NotFound()
    return row
  }
  const check = async (sellerId: string, form: CheckedForm): Promise<void> => {
    const errors = await checkForm(db, sellerId, form)
    if (Object.keys(errors).length > 0) throw new InvalidFields(errors)
  }
  return {
    async listForms({ caller, query }) {
      const rows = await listForms(db, scopeOf(caller, query), query, clock.now())
      return pageNumbers(rows.map(describeFormCard), query)
    },

    async getForm({ caller, params }) {
      return describeForm(await find(caller.sellerId, params.id))
    },

    async createForm({ caller, body }) {
      refuseExtras(caller, body)
      await check(caller.sellerId, body)
      const columns = newFormColumns(body)
      const parts = formParts(body, body.currency)
      const id = await inTransaction(db, (tx) => insertForm(tx, caller.sellerId, columns, parts))
      return describeForm(await find(caller.sellerId, id))
    },

    async updateForm({ caller, params, body }) {
      const { isDetailUpdate, ...given } = body
      demand(caller, updateRight(isDetailUpdate))
      const row = await find(caller.sellerId, params.id)
      const fields = isDetailUpdate ? { timers: given.timers } : given
      if (isDetailUpdate) refuseDetails(caller)
      refuseExtras(caller, fields, extrasOf(row))
      const changed = mergeForm(row, fields)
      await check(caller.sellerId, changed)
      const { currency, amount, timers } = changed
      const priced = currency === row.currency ? fields : { ...fields, amount, timers }
      const columns = formColumns(priced, currency)
      const parts = formParts(priced, currency)
      const now = clock.now()
      const change = changesPrice(row, columns, parts, now) ? { ...columns, priceChangedAt: now } : columns
      await inTransaction(db, (tx) => updateForm(tx, caller.sellerId, row.id, change, parts))
      onChanged(row.id)
      return describeForm(await find(caller.sellerId, row.id))
    },

    async deleteForm({ caller, params }) {
      const title = isId(params.id) ? await deleteForm(db, caller.sellerId, params.id) : undefined
      if (title === undefined) throw new NotFound()
      onChanged(params.id)
      return { title }
    },
  }
}

function extrasOf(row: FormRow) {
  return {
    timers: row.timers,
    bumps: row.bumps.map(({ id }) => id),
    otoSequenceList: row.otoSequenceList.map(({ id }) => id),
    oneTimeOffer: row.oneTimeOffer?.id,
    taxId: row.taxId,
  }
}

/**
 * The form as it will stand after the update, for the rules that look at more than one field. What it refers to is
 * looked at where it is given, and all of it when the currency changes: every price must fit the new one.
 */
function mergeForm(row: FormRow, fields: ChangedFields): MergedForm {
  const current = describeForm(row)
  const currency = fields.currency ?? row.currency
  const kept =
    currency === row.currency
      ? { timers: [], bumps: [], otoSequenceList: [], oneTimeOffer: null }
      : {
          timers: current.timers,
          bumps: row.bumps.map(({ id }) => id),
          otoSequenceList: row.otoSequenceList.map(({ id }) => id),
          oneTimeOffer: row.oneTimeOffer?.id ?? null,
        }
  return {
    image: fields.image === undefined ? row.image : fields.image,
    video: fields.video === undefined ? row.video : fields.video,
    amount: fields.amount === undefined ? current.amount : (fields.amount ?? 0),
    currency,
    priceType: fields.priceType ?? row.priceType,
    billingInterval: fields.billingInterval ?? row.billingInterval,
    billingPeriod: fields.billingPeriod ?? row.billingPeriod,
    timers: fields.timers ?? kept.timers,
    files: fields.files ?? [],
    taxId: fields.taxId ?? null,
    bumps: fields.bumps ?? kept.bumps,
    otoSequenceList: fields.otoSequenceList ?? kept.otoSequenceList,
    oneTimeOffer: fields.oneTimeOffer === undefined ? kept.oneTimeOffer : fields.oneTimeOffer,
  }
}
