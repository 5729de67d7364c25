import { useQuery } from '@tanstack/react-query'
import { FilePlus2, Plus } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { buttonClass } from '#web/kit/layout/button.tsx'
import { EmptyState, NothingFound } from '#web/kit/feedback/empty-state.tsx'
import { useListSearch } from '#web/kit/list/list-search.ts'
import { Page } from '#web/kit/layout/page.tsx'
import { SearchedList } from '#web/kit/list/searched-list.tsx'
import { FirstSteps } from '#selling/first-steps/ui/first-steps.tsx'
import { formsContract, type FormCard } from '#selling/forms/contract.ts'
import { formListQuery } from '#selling/forms/ui/queries.ts'
import { FormCardView, FormCardSkeleton } from './form-card.tsx'

/** Loaded on demand, because sellers see the list first and it should load fast. */
const DeleteFormDialog = lazy(async () => ({
  default: (await import('./delete-form-dialog.tsx')).DeleteFormDialog,
}))

const CreatedPanel = lazy(async () => ({
  default: (await import('./sharing/created-panel.tsx')).CreatedPanel,
}))

const arrival = z.object({ created: z.object({ id: z.string(), title: z.string() }) })

/** The newly created form, which is presented only on the first visit after that. */
function useCreated() {
  const location = useLocation()
  const navigate = useNavigate()
  const [created] = useState(() => arrival.safeParse(location.state).data?.created ?? null)
  useEffect(() => {
    if (created !== null) void navigate('/forms', { replace: true, state: null })
  }, [created, navigate])
  return created
}

export function FormsPage() {
  const search = useListSearch()
  const query = useQuery(formListQuery(search))
  const created = useCreated()
  // Undefined until first opened.
  const [deleting, setDeleting] = useState<FormCard | null | undefined>(undefined)
  const mayCreate = useMayCall()(formsContract.createForm)
  const isFiltered = search.q !== '' || search.page > 0
  const isEmpty = query.data?.data.length === 0
  return (
    <Page
      title={t('Forms')}
      lead={t('Each form is its own checkout page. Share the link and get paid.')}
      actions={
        mayCreate && (!isEmpty || isFiltered) ? (
          <Link to="/forms/create" className={buttonClass()}>
            <Plus aria-hidden className="size-5" />
            {t('Create form')}
          </Link>
        ) : undefined
      }
    >
      {created !== null && (
        <Suspense fallback={null}>
          <CreatedPanel form={created} />
        </Suspense>
      )}
      <FirstSteps />
      <SearchedList
        search={search}
        query={query}
        searchLabel={t('Search forms')}
        empty={<NoForms isFiltered={isFiltered} mayCreate={mayCreate} onReset={() => search.setQ('')} />}
        skeleton={
          <ul aria-label={t('Loading forms')} aria-busy className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
            {[0, 1, 2, 3, 4, 5].map((place) => (
              <FormCardSkeleton key={place} />
            ))}
          </ul>
        }
      >
        {(forms, isStale) => (
          <ul
            aria-busy={isStale}
            className={`grid gap-6 transition-opacity sm:grid-cols-2 lg:grid-cols-3 ${isStale ? 'opacity-60' : ''}`}
          >
            {forms.map((form) => (
              <FormCardView
                key={form.id}
                form={form}
                among={forms.map(({ id }) => id)}
                onDelete={() => setDeleting(form)}
              />
            ))}
          </ul>
        )}
      </SearchedList>
      {deleting !== undefined && (
        <Suspense fallback={null}>
          <DeleteFormDialog form={deleting} onClose={() => setDeleting(null)} />
        </Suspense>
      )}
    </Page>
  )
}

type NoFormsProps = {
  readonly isFiltered: boolean
  readonly mayCreate: boolean
  readonly onReset: () => void
}

function NoForms({ isFiltered, mayCreate, onReset }: NoFormsProps) {
  if (isFiltered) {
    return (
      <NothingFound
        title={t('No form found')}
        text={t('No forms match your search.')}
        action={t('Show all forms')}
        onReset={onReset}
      />
    )
  }
  if (!mayCreate) {
    return (
      <EmptyState
        icon={<FilePlus2 aria-hidden className="size-8" />}
        title={t('No form yet')}
        text={t('Forms your team creates will appear here.')}
      />
    )
  }
  return (
    <EmptyState
      icon={<FilePlus2 aria-hidden className="size-8" />}
      title={t('Create your first form')}
      text={t(
        'Add your product, price and colors, then share the link. Payments go straight to your Stripe account.',
      )}
    >
      <Link to="/forms/create" className={buttonClass()}>
        <Plus aria-hidden className="size-5" />
        {t('Create a form')}
      </Link>
    </EmptyState>
  )
}
