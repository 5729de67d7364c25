import type { Form } from '#selling/forms/contract.ts'
import { type FormValues, valuesOf } from '../editor/form-values.ts'
import type { VersionContent } from '#selling/forms/versions/contract.ts'

/** A form as buyers saw it in a version, without files and stock. */
export function formOfVersion(id: string, content: VersionContent): Form {
  const { bumps, otoSequenceList, oneTimeOffer } = content
  return {
    ...content,
    id,
    name: '',
    files: [],
    isPaused: false,
    pauseMessage: null,
    stockLimit: null,
    stockTaken: null,
    createdAt: '',
    updatedAt: '',
    bumps: bumps.map((bump) => ({ ...bump, files: [] })),
    otoSequenceList: otoSequenceList.map((bump) => ({ ...bump, files: [] })),
    oneTimeOffer: oneTimeOffer && { ...oneTimeOffer, files: [] },
  }
}

type Version = { readonly content: VersionContent; readonly gone: readonly string[] }

/**
 * The editor's values for returning to an earlier version of a form. Fields that buyers do not see stay as in `stored`.
 * Items that no longer exist are left out, and prices that no longer exist become new ones.
 */
export function valuesOfVersion(id: string, stored: FormValues, { content, gone }: Version): FormValues {
  const old = valuesOf(formOfVersion(id, content))
  const { name, files, pauseMessage, stockLimit } = stored
  const known = [stored.priceId, ...(stored.prices ?? []).map((price) => price.id)]
  const isThere = (one: unknown) => typeof one !== 'string' || !gone.includes(one)
  return {
    ...old,
    name,
    files,
    pauseMessage,
    stockLimit,
    bumps: old.bumps?.filter(isThere),
    otoSequenceList: old.otoSequenceList?.filter(isThere),
    oneTimeOffer: isThere(old.oneTimeOffer) ? old.oneTimeOffer : null,
    taxId: isThere(old.taxId) ? old.taxId : null,
    priceId: known.includes(old.priceId) ? old.priceId : stored.priceId,
    prices: old.prices?.map((price) => (known.includes(price.id) ? price : { ...price, id: null })),
  }
}
