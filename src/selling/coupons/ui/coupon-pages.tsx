import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, Plus, TicketPlus, Trash2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useParams } from 'react-router'
import { toast } from 'sonner'
import { t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import type { CsvFormat } from '#foundation/csv/csv-format.ts'
import { CreateItemPage, EditItemPage } from '#selling/catalog/ui/item-editors.tsx'
import { type CouponCode, couponsContract } from '#selling/coupons/contract.ts'
import { useZone } from '#web/kit/browser/zone.ts'
import { ConfirmDialog } from '#web/kit/dialog/confirm-dialog.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import type { EditorPageProps } from '#web/kit/form/editor-pages.tsx'
import { Editor } from '#web/kit/form/editor.tsx'
import { useWrite } from '#web/kit/form/use-write.ts'
import { Button, IconButton } from '#web/kit/layout/button.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import { CsvDialog } from '#web/kit/list/export-csv.tsx'
import { Pagination } from '#web/kit/list/searched-list.tsx'
import { SearchBox } from '#web/kit/list/search-box.tsx'
import { AddCodeDialog, BatchDialog } from './code-dialogs.tsx'
import { saveCodes } from './codes-csv.ts'
import { FormsSection, LimitsSection, NameSection, TakesSection } from './coupon-fields.tsx'
import { CouponPreview } from './coupon-preview.tsx'
import {
  couponForm,
  couponItem,
  type CouponValues,
  couponValuesOf,
  type EditedCoupon,
  newCouponValues,
} from './coupon-values.ts'
import { codesQuery, readCodes } from './queries.ts'

export function CreateCouponPage() {
  const zone = useZone()
  return (
    <CreateItemPage
      item={couponItem}
      title={t('Create coupon')}
      width="narrow"
      lead={t('One or more codes, for one-time and recurring prices.')}
      submitLabel={t('Create coupon')}
      newValues={() => newCouponValues(zone)}
      Editor={CouponEditor}
    />
  )
}

export function EditCouponPage() {
  return (
    <EditItemPage
      item={couponItem}
      title={t('Edit coupon')}
      readOnlyTitle={t('Coupon')}
      width="narrow"
      valuesOf={couponValuesOf}
      Editor={CouponEditor}
    />
  )
}

/** An existing coupon's codes are changed one by one, so they are below its form. */
function CouponEditor({ isNew, ...props }: EditorPageProps<CouponValues, EditedCoupon>) {
  const { id = '' } = useParams()
  return (
    <div className="grid grid-cols-1 gap-6">
      <Editor label={t('Coupon editor')} {...couponForm} {...props}>
        <NameSection isNew={isNew} />
        <TakesSection />
        <FormsSection />
        <LimitsSection />
        <CouponPreview />
      </Editor>
      {!isNew && <CodesSection key={id} couponId={id} />}
    </div>
  )
}

function CodesSection({ couponId }: { readonly couponId: string }) {
  const [search, setSearch] = useState({ q: '', page: 0 })
  const query = useQuery(codesQuery(couponId, search))
  const { data } = query
  const mayChange = useMayCall()(couponsContract.createCode)
  const [opened, setOpened] = useState<'one' | 'many' | 'export' | null>(null)
  const [deleting, setDeleting] = useState<CouponCode | null>(null)
  const close = () => setOpened(null)
  const exportLabel = search.q === '' ? t('Export codes') : t('Export results')
  const exported = useWrite({
    mutationFn: async (format: CsvFormat) => saveCodes(await readCodes(couponId, search.q), format),
    onSuccess: close,
    onError: (failure) => toast.error(errorMessage(failure, t('The codes could not be exported'))),
  })
  const onSearch = useCallback((q: string) => setSearch({ q, page: 0 }), [])
  return (
    <>
      <Section
        title={t('Codes')}
        lead={t('All codes give the same discount. Give each partner their own to see who sells.')}
      >
        <div className="flex flex-wrap items-center gap-3">
          <SearchBox
            label={t('Search codes')}
            value={search.q}
            found={data?.data.length}
            onSearch={onSearch}
          />
          <div className="flex flex-wrap gap-3 sm:ml-auto">
            {data !== undefined && data.data.length > 0 && (
              <Button variant="secondary" onClick={() => setOpened('export')}>
                <Download aria-hidden className="size-5" />
                {exportLabel}
              </Button>
            )}
            {mayChange && (
              <>
                <Button variant="secondary" onClick={() => setOpened('one')}>
                  <Plus aria-hidden className="size-5" />
                  {t('Add a code')}
                </Button>
                <Button variant="secondary" onClick={() => setOpened('many')}>
                  <TicketPlus aria-hidden className="size-5" />
                  {t('Single-use codes')}
                </Button>
              </>
            )}
          </div>
        </div>
        {data !== undefined ? (
          <CodeList codes={data.data} isSearch={search.q !== ''} onDelete={mayChange ? setDeleting : null} />
        ) : (
          <NotLoaded query={query} label={t('Loading codes')} blocks={['h-12', 'h-12']} listPath="/coupons" />
        )}
        {data !== undefined && (
          <Pagination
            page={search.page}
            shown={data.data.length}
            prevPage={data.prevPage}
            nextPage={data.nextPage}
            onPage={(page) => setSearch(({ q }) => ({ q, page }))}
          />
        )}
      </Section>
      <CsvDialog
        title={exportLabel}
        description={t('One row per code, with its label and number of uses.')}
        isOpen={opened === 'export'}
        isBusy={exported.isPending}
        onExport={exported.mutate}
        onClose={close}
      />
      <AddCodeDialog couponId={couponId} isOpen={opened === 'one'} onClose={close} />
      <BatchDialog couponId={couponId} isOpen={opened === 'many'} onClose={close} />
      <DeleteCode couponId={couponId} code={deleting} onClose={() => setDeleting(null)} />
    </>
  )
}

type CodeListProps = {
  readonly codes: readonly CouponCode[]
  readonly isSearch: boolean
  readonly onDelete: ((code: CouponCode) => void) | null
}

function CodeList({ codes, isSearch, onDelete }: CodeListProps) {
  if (codes.length === 0) {
    return (
      <p className="text-muted">
        {isSearch ? t('No matching codes.') : t('This coupon has no codes, so no one can use it.')}
      </p>
    )
  }
  return (
    <ul className="grid gap-1">
      {codes.map((code) => (
        <li
          key={code.id}
          className="flex min-h-12 items-center gap-4 border-b border-line py-1 last:border-0"
        >
          <div className="min-w-0 flex-1">
            <code translate="no" className="font-semibold break-all">
              {code.code}
            </code>
            {code.label !== '' && <p className="text-sm break-words text-muted">{code.label}</p>}
          </div>
          <span className="text-right text-sm text-muted tabular-nums">
            {code.maxRedemptions === null
              ? t('{taken} used', { taken: code.taken })
              : t('{taken} of {most} used', { taken: code.taken, most: code.maxRedemptions })}
          </span>
          {onDelete !== null && (
            <IconButton
              label={t('Delete {code}', { code: code.code })}
              className="hover:bg-danger-soft! hover:text-danger!"
              onClick={() => onDelete(code)}
            >
              <Trash2 aria-hidden className="size-5" />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  )
}

type DeleteCodeProps = {
  readonly couponId: string
  readonly code: CouponCode | null
  readonly onClose: () => void
}

function DeleteCode({ couponId, code, onClose }: DeleteCodeProps) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useWrite({
    mutationFn: (codeId: string) => call(couponsContract.deleteCode, { params: { id: couponId, codeId } }),
    onSuccess: async ({ code: gone }) => {
      toast.success(t('{code} deleted', { code: gone }))
      onClose()
      await queryClient.invalidateQueries({ queryKey: ['coupons'] })
    },
    onError: (error) => toast.error(errorMessage(error, t('The code could not be deleted'))),
  })
  return (
    <ConfirmDialog
      isOpen={code !== null}
      title={t('Delete code')}
      question={t('Delete {code}? No one will be able to use it. Past sales are not affected.', {
        code: code?.code ?? '',
      })}
      confirmLabel={t('Delete')}
      isDangerous
      isBusy={isPending}
      onConfirm={() => {
        if (code !== null) mutate(code.id)
      }}
      onCancel={onClose}
    />
  )
}
