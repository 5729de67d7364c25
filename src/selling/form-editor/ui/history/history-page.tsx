import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useMemo } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { isLanguage } from '#foundation/language/languages.ts'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { shopQuery } from '#accounts/shop/ui/queries.ts'
import { ApiError } from '#foundation/http/contract/client.ts'
import { toMinor, formatAmount } from '#foundation/money/amount.ts'
import { formsContract } from '#selling/forms/contract.ts'
import type { FormVersion, VersionContent } from '#selling/forms/versions/contract.ts'
import { formQuery, versionQuery, versionsQuery } from '#selling/forms/ui/queries.ts'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { Badge } from '#web/kit/layout/badge.tsx'
import { buttonClass } from '#web/kit/layout/button.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import { When } from '#web/kit/layout/when.tsx'
import { EarlierButton } from '#web/kit/list/earlier-button.tsx'
import { itemsOfForm } from '../editor/loaded-items.ts'
import { valuesOf } from '../editor/form-values.ts'
import { firstGoodValues, goodValuesOf } from '../preview/good-values.ts'
import type { Draft } from '../preview/page-of-values.ts'
import { noShop, PreviewPane } from '../preview/preview.tsx'
import { changeText } from './change-text.ts'
import { formOfVersion } from './form-of-version.ts'

/**
 * The versions of a form that buyers saw. The URL names the `version` to show, at its first moment or at the time
 * `at`, and in the language `lang`. For a deleted form, only that version is shown.
 */
export function HistoryPage() {
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const list = useInfiniteQuery(versionsQuery(id))
  const versions = list.data?.pages.flatMap((page) => page.versions) ?? []
  const named = Number(search.get('version') ?? Number.NaN)
  const number = Number.isInteger(named) ? named : (versions.find(({ isCurrent }) => isCurrent)?.number ?? 0)
  const shown = useQuery({ ...versionQuery(id, number), enabled: number > 0 })
  const { data } = useQuery(formQuery(id))
  const listed = versions.find((one) => one.number === number)
  const at = Date.parse(search.get('at') ?? (listed?.isCurrent === false ? listed.madeAt : ''))
  return (
    <Page
      back={
        data === undefined ? { to: '/forms', label: t('Forms') } : { to: `/forms/${id}`, label: data.title }
      }
      title={t('History')}
      name={shown.data && t('History of {title}', { title: shown.data.content.title })}
      actions={<EditFrom formId={id} number={number} isCurrent={listed?.isCurrent === true} />}
      lead={t('Every version that buyers saw. Each sale shows which version its buyer saw.')}
    >
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
        {list.data === undefined ? (
          number === 0 || !isGone(list.error) ? (
            <NotLoaded query={list} blocks={['h-32', 'h-32']} listPath="/forms" />
          ) : (
            <p className="text-muted">
              {t('This form was deleted. Its sales still show the version their buyers saw.')}
            </p>
          )
        ) : versions.length === 0 ? (
          <p className="text-muted">
            {t('This form was last saved before versions were kept. Its next save begins the history.')}
          </p>
        ) : (
          <div className="grid content-start gap-4">
            <ol className="grid gap-3">
              {versions.map((version) => (
                <li key={version.number}>
                  <VersionCard version={version} isShown={version.number === number} />
                </li>
              ))}
            </ol>
            <EarlierButton query={list}>{t('Show older versions')}</EarlierButton>
          </div>
        )}
        {number > 0 && (
          <aside
            aria-label={t('Version {number}', { number: String(number) })}
            // On a phone, the list comes first until a version is chosen.
            className={`flex min-h-0 flex-col gap-3 max-lg:order-first max-lg:h-[80dvh] lg:sticky lg:top-20 lg:h-[calc(100dvh-8rem)] lg:self-start ${search.has('version') ? '' : 'max-lg:hidden'}`}
          >
            {shown.data === undefined ? (
              <NotLoaded query={shown} blocks={['h-96']} />
            ) : (
              <ShownVersion
                formId={id}
                content={shown.data.content}
                at={Number.isNaN(at) ? undefined : at}
                language={search.get('lang')}
              />
            )}
          </aside>
        )}
      </div>
    </Page>
  )
}

/** A deleted form shows only one version, so it has no list. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

type CardProps = { readonly version: FormVersion; readonly isShown: boolean }

function VersionCard({ version, isShown }: CardProps) {
  const { number, madeAt, resumedAt, madeBy, isCurrent, changes, currency, sold } = version
  return (
    <article className={`panel p-5 ${isShown ? 'ring-2 ring-brand' : ''}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="flex items-center gap-2 font-semibold">
          <Link
            to={`?version=${number}`}
            replace
            aria-current={isShown ? 'true' : undefined}
            className="rounded hover:text-brand"
          >
            {t('Version {number}', { number: String(number) })}
          </Link>
          {isCurrent && <Badge tone="brand">{t('Now')}</Badge>}
        </h2>
        {sold !== null && <p className="text-sm text-muted tabular-nums">{soldText(sold)}</p>}
      </div>
      <p className="mt-1 text-sm text-muted">
        {madeBy === null ? (
          <When at={madeAt} />
        ) : (
          <>
            <When at={madeAt} /> · {madeBy}
          </>
        )}
      </p>
      {resumedAt !== null && (
        <p className="mt-1 text-sm text-muted">
          {rich('In use again since {time}', { time: <When at={resumedAt} /> })}
        </p>
      )}
      {changes.length === 0 ? (
        <p className="mt-3 text-sm">
          {number === 1 ? t('The first version') : t('Its changes were not recorded')}
        </p>
      ) : (
        <ul className="mt-3 grid list-disc gap-1 pl-5 text-sm wrap-anywhere marker:text-muted">
          {changes.map((change, place) => (
            <li key={`${place} ${change.field}`}>{changeText(change, currency)}</li>
          ))}
        </ul>
      )}
      {/* Next to the list, the version itself is visible. */}
      <Link to={`?version=${number}`} replace className="link mt-3 inline-block text-sm lg:hidden">
        {rich('See this version<hidden> ({number})</hidden>', {
          hidden: <span className="sr-only" />,
          number: String(number),
        })}
      </Link>
    </article>
  )
}

function soldText({ orders, gross }: NonNullable<FormVersion['sold']>): string {
  if (orders === 0) return t('No orders')
  const sums = gross.map(({ amount, currency }) => formatAmount(toMinor(amount, currency), currency))
  return [t('{orders, plural, one {# order} other {# orders}}', { orders }), ...sums].join(' · ')
}

type ShownProps = {
  readonly formId: string
  readonly content: VersionContent
  readonly at: number | undefined
  readonly language: string | null
}

function ShownVersion({ formId, content, at, language }: ShownProps) {
  const draft = useVersionDraft(formId, content, language)
  return <PreviewPane name="version" firstDevice="phone" draft={draft} at={at} />
}

type EditFromProps = { readonly formId: string; readonly number: number; readonly isCurrent: boolean }

/** Opens an older version in the editor, to restore it. */
function EditFrom({ formId, number, isCurrent }: EditFromProps) {
  const { data: form } = useQuery(formQuery(formId))
  const mayUpdate = useMayCall()(formsContract.updateForm)
  if (form === undefined || !mayUpdate || isCurrent || number === 0) return null
  return (
    <Link to={`/forms/edit/${formId}?version=${number}`} className={buttonClass('secondary')}>
      <Undo2 aria-hidden className="size-4.5" />
      {t('Edit from version {number}', { number: String(number) })}
    </Link>
  )
}

function useVersionDraft(formId: string, content: VersionContent, asked: string | null): Draft {
  const { data: shop = noShop } = useQuery(shopQuery)
  return useMemo(() => {
    const form = formOfVersion(formId, content)
    const values = valuesOf(form)
    const good = goodValuesOf(values, firstGoodValues())
    const language = asked !== null && isLanguage(asked) ? asked : form.contentLanguage
    return { values, good, known: itemsOfForm(form, shop), shop, language }
  }, [formId, content, shop, asked])
}
