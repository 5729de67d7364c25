import { Link } from 'react-router'
import { t } from '#foundation/language/t.ts'
import { Own } from '#web/kit/layout/own.tsx'
import type { SaleDetail } from '../contract.ts'
import { salesPath, type ShownFilter } from './filter/sale-search.ts'

/** Where the buyer came from, according to their link. Source and campaign link to the sales they brought. */
export function CameFrom({ source }: { readonly source: NonNullable<SaleDetail['source']> }) {
  const { medium, campaign, content, term, ref, referrer } = source
  const named = source.source ?? source.ref
  const parts: readonly { text: string; filter?: ShownFilter }[] = [
    ...(named === undefined ? [] : [{ text: named, filter: { source: named } }]),
    ...(medium === undefined ? [] : [{ text: medium }]),
    ...(campaign === undefined ? [] : [{ text: campaign, filter: { campaign } }]),
  ]
  const further = ref === named ? undefined : ref
  const others = [content, term, further, referrer].filter((text) => text !== undefined)
  return (
    <>
      {parts.map(({ text, filter }, index) => (
        <span key={index}>
          {index > 0 && <span className="text-muted"> / </span>}
          {filter === undefined ? (
            <Own>{text}</Own>
          ) : (
            <Link
              translate="no"
              to={salesPath(filter)}
              aria-label={t('Sales from {source}', { source: text })}
              className="text-brand underline underline-offset-4"
            >
              {text}
            </Link>
          )}
        </span>
      ))}
      {others.length > 0 && (
        <span translate="no" className={parts.length > 0 ? 'block text-sm text-muted' : ''}>
          {others.join(' · ')}
        </span>
      )}
    </>
  )
}
