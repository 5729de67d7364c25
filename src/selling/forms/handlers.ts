import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import { recordAudit } from '#accounts/audit/record-audit.ts'
import { holdAttachments, readAttachments } from '#accounts/uploads/own-files.ts'
import type { Database } from '#foundation/db/schema.ts'
import { isId } from '#foundation/db/new-id.ts'
import { demand, may, type Caller } from '#foundation/http/contract/caller.ts'
import { scopeOf } from '#foundation/lists/seller-scope.ts'
import { InvalidFields, found } from '#foundation/failures/failure.ts'
import { pageNumbers } from '#foundation/lists/pages.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import type { Services } from '#registry/services.ts'
import { changeCatalog } from '#selling/catalog/serve-catalog-items.ts'
import type { ChargedParts } from './price/charges.ts'
import { picturesOfBlocks } from './blocks/block-pictures.ts'
import { checkForm, type CheckedForm, rejectDetails, rejectExtras } from './check-form.ts'
import type { formsContract, FormUpdate } from './contract.ts'
import type { versionsContract } from './versions/contract.ts'
import {
  decodeAmounts,
  decodeUpdate,
  describeForm,
  describeFormCard,
  formColumns,
  formParts,
  newFormColumns,
  timersOnWire,
  type GivenFields,
} from './form-wire.ts'
import { openNames } from './price/further-price.ts'
import { listForms } from './list-forms.ts'
import { readNamedPrice, underGivenNames, type GivenNames } from './price/named-price.ts'
import {
  hasAnotherFirst,
  priceIdProblems,
  timerPriceProblems,
  timersOfKnown,
  partPriceProblems,
  withOwnPrices,
  changesPrice,
} from './price/price-changes.ts'
import { checkProviderTax } from './price/tax-mode-problem.ts'
import { resetPriceHistory, recordPrices } from './price/record-prices.ts'
import { findVersion, listVersions } from './versions/list-versions.ts'
import { recordVersions } from './versions/record-versions.ts'
import { deleteForm, findForm, insertForm, updateForm, type FormRow } from './store.ts'
import { canBeginFree } from './price/term-problems.ts'
import { updateRights } from './update-right.ts'

/** `onChanged` gets each form whose payment page is out of date. */
export function formsHandlers(
  { db, clock, provider }: Services,
  onChanged: (formId: string) => void,
): Handlers<typeof formsContract & typeof versionsContract> {
  const find = async (sellerId: string, id: string, source: Kysely<Database> = db): Promise<FormRow> => {
    return found(isId(id) ? await findForm(source, sellerId, id) : undefined)
  }
  const check = async (
    tx: Transaction<Database>,
    sellerId: string,
    form: CheckedForm,
    names: GivenNames,
    wrongAmounts: Readonly<Record<string, string>>,
    alsoWrong: Readonly<Record<string, string>> = {},
  ): Promise<void> => {
    const wrong = { ...(await checkForm(tx, sellerId, form)), ...wrongAmounts }
    const errors = { ...underGivenNames(wrong, names), ...alsoWrong }
    if (Object.keys(errors).length > 0) throw new InvalidFields(errors)
  }
  return {
    async listForms({ caller, query }) {
      const now = clock.now()
      const listed = await listForms(db, scopeOf(caller, query), query, { now, own: caller })
      return pageNumbers(
        listed.map((one) => describeFormCard(one, now.getTime())),
        query,
      )
    },

    async getForm({ caller, params }) {
      return describeForm(await find(caller.sellerId, params.id))
    },

    async createForm({ caller, body }) {
      const known = { ...body, timers: timersOfKnown(body.timers, []).timers }
      const { oneTimePrice: _, recurringPrice: __, tax: ___, ...given } = withOwnPrices(known)
      const { price, names } = readNamedPrice(body, body.priceType)
      const priced = { ...given, amount: price.amount ?? 0, taxId: price.taxId ?? null }
      const { fields, errors } = decodeAmounts(priced, given.currency)
      rejectExtras(caller, fields)
      const isNew = { storedBumps: [], hasNewCycle: true, hasNewPrices: true }
      const newPictures = fields.pictures.map(({ image }) => image)
      const newBlockPictures = picturesOfBlocks(fields.blocks)
      const checked = { ...fields, ...isNew, newImage: fields.image, newPictures, newBlockPictures }
      const timed = timerPriceProblems(fields.timers, fields.priceId, fields.prices)
      const ofParts = partPriceProblems(fields, [fields.priceId, ...fields.prices.map(({ id }) => id)])
      const parts = formParts(fields)
      await checkProviderTax({ db, provider }, caller.sellerId, fields.taxMode, async () => 'one_rate')
      const id = await changeCatalog(db, caller.sellerId, async (tx) => {
        const read = await readAttachments(tx, caller.sellerId, fields.files)
        const alsoWrong = { ...timed, ...ofParts, ...read.errors }
        await check(tx, caller.sellerId, { ...checked, charged: fields }, names, errors, alsoWrong)
        const files = await holdAttachments(tx, caller.sellerId, read.files ?? [])
        const columns = newFormColumns({ ...fields, files: [...files] })
        const inserted = await insertForm(tx, caller.sellerId, columns, parts)
        const now = clock.now()
        await recordPrices(tx, inserted, now)
        await recordVersions(tx, [inserted], { sellerId: caller.sellerId, userId: caller.userId, at: now })
        return inserted
      })
      return describeForm(await find(caller.sellerId, id))
    },

    async updateForm({ caller, params, body }) {
      const { isDetailUpdate, oneTimePrice: _, recurringPrice: __, tax: ___, ...given } = body
      for (const right of updateRights(isDetailUpdate, Object.keys(body))) demand(caller, right)
      if (isDetailUpdate) rejectDetails(caller)
      const { sellerId, userId: actorId } = caller
      const now = clock.now()
      const findTaxMode = async () => (await find(sellerId, params.id)).taxMode
      await checkProviderTax({ db, provider }, sellerId, given.taxMode, findTaxMode)
      await changeCatalog(db, sellerId, async (tx) => {
        const row = await find(sellerId, params.id, tx)
        const { price, names, errors } = readNamedPrice(body, given.priceType ?? row.priceType)
        const timed = given.timers && timersOfKnown(given.timers, timersOnWire(row))
        const priced = { ...given, timers: timed?.timers, ...price }
        rejectExtras(caller, priced, extrasOf(row))
        const { fields, errors: wrongAmounts } = decodeUpdate(row, priced)
        const read = await readAttachments(tx, sellerId, fields.files ?? [])
        const alsoWrong = { ...errors, ...priceIdProblems(row, fields), ...timed?.errors, ...read.errors }
        if (!isPausing(body))
          await check(tx, sellerId, mergeForm(row, fields), names, wrongAmounts, alsoWrong)
        const files = fields.files && (await holdAttachments(tx, sellerId, read.files ?? []))
        const columns = formColumns(files === undefined ? fields : { ...fields, files: [...files] })
        const isRepriced = changesPrice(row, fields, now.getTime())
        const change = isRepriced ? { ...columns, priceChangedAt: now } : columns
        const isUpdated = await updateForm(tx, sellerId, row.id, change, formParts(fields))
        // The history of the previous first price does not apply to the new one.
        if (isUpdated && hasAnotherFirst(row, fields))
          await resetPriceHistory(tx, row.id, fields.priceId ?? null)
        if (isUpdated) await recordPrices(tx, row.id, now)
        if (isUpdated) await recordVersions(tx, [row.id], { sellerId, userId: actorId, at: now })
        if (fields.isPaused === undefined || fields.isPaused === row.isPaused) return
        const action = fields.isPaused ? 'forms.pause' : 'forms.resume'
        await recordAudit(tx, { at: now, actorId, action, subjectId: row.id, sellerId })
      })
      onChanged(params.id)
      return answerTo(caller, await find(sellerId, params.id))
    },

    async deleteForm({ caller, params }) {
      const title = found(isId(params.id) ? await deleteForm(db, caller.sellerId, params.id) : undefined)
      onChanged(params.id)
      return { title }
    },

    async listVersions({ caller, params, query }) {
      const { sellerId } = caller
      const asked = { sellerId, formId: params.id, before: query.before }
      return found(isId(params.id) ? await listVersions(db, asked, may(caller, 'sales', 'read')) : undefined)
    },

    async getVersion({ caller: { sellerId }, params }) {
      const { id } = params
      const number = /^\d{1,9}$/.test(params.number) ? Number(params.number) : 0
      const version = isId(id) ? await findVersion(db, { sellerId, formId: id, number }) : undefined
      return { number, ...found(version) }
    },
  }
}

/** Returns the whole form only if the member can read it. Permission to change timers does not include that. */
function answerTo(caller: Caller, row: FormRow): z.input<typeof formsContract.updateForm.ok.schema> {
  const whole = describeForm(row)
  if (may(caller, 'forms', 'read')) return whole
  const { id, timers } = whole
  return may(caller, 'timers', 'read') ? { id, timers } : { id }
}

/** A form that breaks the current rules can still be paused. */
function isPausing(body: FormUpdate): boolean {
  return (
    body.isPaused !== undefined &&
    Object.keys(body).every((field) => field === 'isPaused' || field === 'isDetailUpdate')
  )
}

function extrasOf(row: FormRow) {
  return {
    timers: row.timers,
    bumps: row.bumps.map(({ id }) => id),
    otoSequenceList: row.otoSequenceList.map(({ id }) => id),
    oneTimeOffer: row.oneTimeOffer?.id,
    taxId: row.taxId,
    taxMode: row.taxMode,
  }
}

/** The fields that affect what buyers can be charged. */
const chargedFields = [
  'amount',
  'prices',
  'trialDays',
  'trialAmount',
  'setupAmount',
  ...openNames,
  'quantityMax',
  'currency',
  'timers',
  'taxId',
  'bumps',
  'otoSequenceList',
  'oneTimeOffer',
] as const

function withGiven(stored: ChargedParts, given: GivenFields): ChargedParts {
  const { timers, bumps, otoSequenceList, oneTimeOffer, taxId } = given
  return {
    timers: timers ?? stored.timers,
    bumps: bumps ?? stored.bumps,
    otoSequenceList: otoSequenceList ?? stored.otoSequenceList,
    oneTimeOffer: oneTimeOffer === undefined ? stored.oneTimeOffer : oneTimeOffer,
    taxId: taxId === undefined ? stored.taxId : taxId,
  }
}

/**
 * The form after the update, for rules that involve several fields. References are checked if they are given, and all
 * of them if the currency changes or the form becomes free.
 */
function mergeForm(row: FormRow, fields: GivenFields): CheckedForm {
  const currency = fields.currency ?? row.currency
  const isRecharged = chargedFields.some((field) => fields[field] !== undefined)
  const prices = fields.prices ?? row.prices
  const amount = fields.amount === undefined ? row.amount : (fields.amount ?? 0)
  const given = {
    amount,
    priceType: fields.priceType ?? row.priceType,
    trialDays: fields.trialDays ?? row.trialDays,
    trialAmount: fields.trialAmount ?? row.trialAmount,
    setupAmount: fields.setupAmount ?? row.setupAmount,
    isOpen: fields.isOpen ?? row.isOpen,
    suggestedAmount: fields.suggestedAmount === undefined ? row.suggestedAmount : fields.suggestedAmount,
    presetAmounts: fields.presetAmounts ?? row.presetAmounts,
  }
  const isMadeFree = !canBeginFree(row, row.prices) && canBeginFree(given, prices)
  const stored = {
    timers: row.timers,
    bumps: row.bumps.map(({ id }) => id),
    otoSequenceList: row.otoSequenceList.map(({ id }) => id),
    oneTimeOffer: row.oneTimeOffer?.id ?? null,
    taxId: row.tax?.id ?? null,
  }
  const kept =
    currency === row.currency && !isMadeFree
      ? { timers: [], bumps: [], otoSequenceList: [], oneTimeOffer: null }
      : stored
  const known = new Set(picturesOfBlocks(row.blocks).map(({ image }) => image))
  const isStored = (image: string | null) =>
    image === row.image || row.pictures.some((picture) => picture.image === image)
  return {
    image: fields.image === undefined ? row.image : fields.image,
    newImage: fields.image === undefined || isStored(fields.image) ? null : fields.image,
    newPictures: (fields.pictures ?? []).map(({ image }) => image).filter((image) => !isStored(image)),
    newBlockPictures: picturesOfBlocks(fields.blocks ?? []).filter(
      ({ image }) => !isStored(image) && !known.has(image),
    ),
    video: fields.video === undefined ? row.video : fields.video,
    ...given,
    currency,
    billingInterval: fields.billingInterval ?? row.billingInterval,
    billingPeriod: fields.billingPeriod ?? row.billingPeriod,
    hasNewCycle: fields.billingInterval !== undefined || fields.billingPeriod !== undefined,
    prices,
    hasNewPrices: fields.prices !== undefined,
    taxMode: fields.taxMode ?? row.taxMode,
    quantityMin: fields.quantityMin ?? row.quantityMin,
    quantityMax: fields.quantityMax ?? row.quantityMax,
    timers: fields.timers ?? kept.timers,
    charged: isRecharged ? withGiven(stored, fields) : null,
    taxId: fields.taxId ?? null,
    bumps: fields.bumps ?? kept.bumps,
    storedBumps: stored.bumps,
    otoSequenceList: fields.otoSequenceList ?? kept.otoSequenceList,
    oneTimeOffer: fields.oneTimeOffer === undefined ? kept.oneTimeOffer : fields.oneTimeOffer,
  }
}
