import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { toast } from 'sonner'
import { t } from '#foundation/language/t.ts'
import { useSellerState } from '#accounts/billing/ui/seller-state.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { shopQuery } from '#accounts/shop/ui/queries.ts'
import { omitDisabledByPlan } from '#payments/pricing/sold-form.ts'
import { type Form, type FormCreate, formsContract } from '#selling/forms/contract.ts'
import { formRecoveryContract } from '#selling/recovery/settings/contract.ts'
import { formsKey } from '#selling/forms/ui/queries.ts'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import { renewLists } from '#web/kit/list/renew-lists.ts'
import { formMessages } from '../messages.ts'
import { FormEditor } from './editor/form-editor.tsx'
import { newFormOf, valuesOf } from './editor/form-values.ts'
import { LoadedForm } from './editor/loaded-form.tsx'

export function CreateFormPage() {
  const { data: shop, isLoading } = useQuery(shopQuery)
  return (
    <Page width="widest" title={t('Create form')} lead={t('Build a checkout page you can share.')}>
      {/* If the shop cannot be read, the form begins with the default color. */}
      {isLoading ? <Skeleton blocks={['h-72', 'h-48']} /> : <NewForm brandColor={shop?.brandColor ?? null} />}
    </Page>
  )
}

function NewForm({ brandColor }: { readonly brandColor: string | null }) {
  const create = useCreateForm()
  const [initial] = useState(() => newFormOf(brandColor))
  return (
    <FormEditor
      draft="new"
      initial={initial}
      stored={null}
      submitLabel={t('Create form')}
      failure={formMessages.createFailed()}
      keepsStoredFiles={false}
      onSave={create}
    />
  )
}

export function DuplicateFormPage() {
  return (
    <LoadedForm title={t('Duplicate form')}>
      {(form) => <DuplicateForm key={form.id} form={form} />}
    </LoadedForm>
  )
}

/**
 * The page for a new form, filled from the original, without parts that the plan disables. The original's files stay
 * stored if removed here.
 */
function DuplicateForm({ form }: { readonly form: Form }) {
  const create = useCreateForm(form.id)
  const plan = useSellerState(true)?.plan ?? null
  const initial = useMemo(() => omitDisabledByPlan(valuesOf(form), plan), [form, plan])
  return (
    <Page
      width="widest"
      title={t('Duplicate form')}
      lead={t('A copy of “{title}”. The original is not changed.', { title: form.title })}
    >
      <FormEditor
        draft={`copy ${form.id}`}
        initial={initial}
        stored={null}
        submitLabel={t('Create form')}
        failure={formMessages.createFailed()}
        keepsStoredFiles
        onSave={create}
      />
    </Page>
  )
}

/** Creates a form, then goes to the list. A copy gets the same settings for lost payments as its original. */
function useCreateForm(original?: string) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const mayCopy = useMayCall()(formRecoveryContract.saveFormRecovery) && original !== undefined
  return useCallback(
    async (form: FormCreate) => {
      const { id, title } = await call(formsContract.createForm, { body: form })
      // The form exists even if this fails. Its own page shows its settings.
      if (mayCopy) await copyRecovery(original, id).catch(() => undefined)
      toast.success(formMessages.created())
      await renewLists(queryClient, formsKey, { refetchType: 'none' })
      await navigate('/forms', { state: { created: { id, title } } })
      return null
    },
    [queryClient, navigate, mayCopy, original],
  )
}

async function copyRecovery(from: string, to: string): Promise<void> {
  const [original, copy] = await Promise.all(
    [from, to].map((id) => call(formRecoveryContract.readFormRecovery, { params: { id } })),
  )
  if (original === undefined || copy === undefined) return
  const { declined, page, waits, subject, message, offersWithoutExtras, couponId, fallbackPriceId } = original
  // The copy has its own prices, in the same order. A coupon may be for the original only.
  const place = original.prices.findIndex(({ id }) => id === fallbackPriceId)
  const body = {
    declined,
    page,
    waits,
    subject,
    message,
    offersWithoutExtras,
    couponId: copy.coupons.some(({ id }) => id === couponId) ? couponId : null,
    fallbackPriceId: copy.prices[place]?.id ?? null,
  }
  await call(formRecoveryContract.saveFormRecovery, { params: { id: to }, body })
}
