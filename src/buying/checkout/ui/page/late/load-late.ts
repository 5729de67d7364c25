import { useEffect, useState } from 'react'
import type { LateParts } from './late-parts.ts'
import { isRecord } from '../../payment/is-record.ts'
import type { DetailsModule } from '../../details/load-details.ts'
import { registerCurrencies } from '../page-currency.ts'
import { loadLaterWords } from '../page-words.ts'
import { persist } from '../persist.ts'
import { registerReaders } from '../../form/readers.ts'

/** Loads the parts needed for paying once. A failed load can be retried. */
export type LatePartsLoader = {
  readonly load: () => Promise<LateParts>
  /** The loaded parts, or null until they have loaded. */
  readonly loaded: () => LateParts | null
}

export function createLatePartsLoader(): LatePartsLoader {
  let loading: Promise<LateParts> | undefined
  let parts: LateParts | null = null
  const start = async () => {
    try {
      const [{ lateParts }] = await Promise.all([
        persist(() => import('./late-parts.ts'), isLateModule),
        loadLaterWords(),
      ])
      // The page may have to show a purchase from before the form's currency changed.
      registerCurrencies(lateParts.currencySigns)
      registerReaders(lateParts)
      return (parts = lateParts)
    } catch (error) {
      loading = undefined
      throw error
    }
  }
  return { load: () => (loading ??= start()), loaded: () => parts }
}

function isLateModule(module: unknown): module is { readonly lateParts: LateParts } {
  return isRecord(module) && isRecord(module['lateParts'])
}

/** The later parts of the page, loaded as soon as they are needed, or null until then. */
export function useLateParts(late: LatePartsLoader, isNeeded: boolean): LateParts | null {
  const [parts, setParts] = useState(late.loaded)
  useEffect(() => {
    if (isNeeded) late.load().then(setParts, () => undefined)
  }, [late, isNeeded])
  return parts ?? late.loaded()
}

/**
 * The component that renders the product's details, or null until it has loaded. It is first needed once there are
 * `parts`, and always from then on, because the server's HTML cannot be restored.
 */
export function useLateDetails(parts: LateParts | null): DetailsModule | null {
  const [details, setDetails] = useState<DetailsModule | null>(null)
  useEffect(() => {
    parts?.loadDetails().then(setDetails, () => undefined)
  }, [parts])
  return details
}
