import { useQuery } from '@tanstack/react-query'
import { Download, Link2, Plus, TicketPlus, Trash2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { toast } from 'sonner'
import { t } from '#foundation/language/t.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import type { CsvFormat } from '#foundation/csv/csv-format.ts'
import { itemQuery } from '#selling/catalog/ui/catalog-item.ts'
import { CreateItemPage, EditItemPage } from '#selling/catalog/ui/item-editors.tsx'
import { type Coupon, type CouponCode, couponsContract } from '#selling/coupons/contract.ts'
import { useZone } from '#web/kit/browser/zone.ts'
import { copyText, linkMessages } from '#web/kit/feedback/copy-text.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import type { EditorPageProps } from '#web/kit/form/editor-pages.tsx'
import { Editor } from '#web/kit/form/editor.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { useWrite } from '#web/kit/form/use-write.ts'
import { Button, IconButton } from '#web/kit/layout/button.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import { CsvDialog } from '#web/kit/list/export-csv.tsx'
import { Pagination } from '#web/kit/list/searched-list.tsx'
import { SearchBox } from '#web/kit/list/search-box.tsx'
import { AddCodeDialog, BatchDialog, DeleteCode } from './code-dialogs.tsx'
import { saveCodes } from './codes-csv.ts'
import { DiscountSection, LimitsSection, ScopeSection } from './coupon-fields.tsx'
import { CouponFacts } from './coupon-facts.tsx'
import { CouponPreview, PriceNote } from './coupon-preview.tsx'
import {
  couponForm,
  couponItem,
  type CouponValues,
  couponValuesOf,
  type EditedCoupon,
  newCouponValues,
} from './coupon-values.ts'
import { codesQuery, couponFormsQuery, readCodes } from './queries.ts'

export function CreateCouponPage() {
  const zone = useZone()
  const [search] = useSearchParams()
  return (
    <CreateItemPage
      item={couponItem}
      title={t('Create coupon')}
      back={{ to: couponItem.path, label: t('Coupons') }}
      lead={t('One or more codes, for one-time and recurring prices.')}
      submitLabel={t('Create coupon')}
      newValues={() => newCouponValues(zone, search.get('form'))}
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
      listName={t('Coupons')}
      valuesOf={couponValuesOf}
      Editor={CouponEditor}
    />
  )
}

/** An existing coupon's codes are changed one by one and not with the form, so they are above it. */
function CouponEditor({ isNew, ...props }: EditorPageProps<CouponValues, EditedCoupon>) {
  const { id = '' } = useParams()
  const { data: coupon } = useQuery({ ...itemQuery(couponItem, id), enabled: !isNew })
  return (
    <div className="grid grid-cols-1 gap-6">
      {coupon !== undefined && <CouponFacts coupon={coupon} />}
      {!isNew && <CodesSection key={id} couponId={id} />}
      <Editor
        label={t('Coupon editor')}
        isNew={isNew}
        {...couponForm}
        {...props}
        aside={<CouponPreview isAside />}
        {...(isNew && { barNote: <PriceNote />, cancelPath: couponItem.path })}
      >
        <CouponPreview isAside={false} />
        <DiscountSection isNew={isNew} />
        <ScopeSection />
        <LimitsSection isNew={isNew} />
      </Editor>
    </div>
  )
}

function CodesSection({ couponId }: { readonly couponId: string }) {
  const [search, setSearch] = useState({ q: '', page: 0 })
  const query = useQuery(codesQuery(couponId, search))
  const { data } = query
  const isSearch = search.q !== ''
  const { data: forms = [] } = useQuery(couponFormsQuery)
  const { data: coupon } = useQuery(itemQuery(couponItem, couponId))
  const linked = forms.filter(({ id }) => coupon?.formIds?.includes(id) ?? true)
  const [chosen, setChosen] = useState('')
  const form = linked.find(({ id }) => id === chosen) ?? linked[0]
  const mayChange = useMayCall()(couponsContract.createCode)
  const [opened, setOpened] = useState<'one' | 'many' | 'export' | null>(null)
  const [deleting, setDeleting] = useState<CouponCode | null>(null)
  const close = () => setOpened(null)
  const exportLabel = isSearch ? t('Export results') : t('Export codes')
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
        lead={t('All give the same discount. Give each partner their own to see who sells.')}
        action={
          mayChange && (
            <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:flex-1">
              <Button variant="secondary" onClick={() => setOpened('one')}>
                <Plus aria-hidden className="size-5" />
                {t('Add a code')}
              </Button>
              <Button variant="secondary" onClick={() => setOpened('many')}>
                <TicketPlus aria-hidden className="size-5" />
                {t('Single-use codes')}
              </Button>
            </div>
          )
        }
      >
        <div className="flex flex-wrap items-end gap-3">
          {(isSearch || (data?.data.length ?? 0) > 1) && (
            <SearchBox
              label={t('Search codes')}
              value={search.q}
              found={data?.data.length}
              onSearch={onSearch}
            />
          )}
          {form !== undefined && linked.length > 1 && (
            <div className="w-full sm:w-72">
              <Select
                label={t('Copied links open')}
                options={linked.map(({ id, title }) => ({ value: id, label: title }))}
                value={form.id}
                onChange={(event) => setChosen(event.target.value)}
              />
            </div>
          )}
          {data !== undefined && data.data.length > 0 && (
            <Button variant="ghost" className="sm:ml-auto" onClick={() => setOpened('export')}>
              <Download aria-hidden className="size-5" />
              {exportLabel}
            </Button>
          )}
        </div>
        {data === undefined ? (
          <NotLoaded query={query} label={t('Loading codes')} blocks={['h-12', 'h-12']} listPath="/coupons" />
        ) : data.data.length > 0 ? (
          <CodeTable
            codes={data.data}
            coupon={coupon}
            formId={form?.id}
            onDelete={mayChange ? setDeleting : null}
          />
        ) : (
          <p className="text-muted">
            {isSearch ? t('No matching codes.') : t('This coupon has no codes, so no one can use it.')}
          </p>
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

type CodeTableProps = {
  readonly codes: readonly CouponCode[]
  readonly coupon: Coupon | undefined
  /** The form that copied links open, if there is one. */
  readonly formId: string | undefined
  readonly onDelete: ((code: CouponCode) => void) | null
}

function CodeTable({ codes, coupon, formId, onDelete }: CodeTableProps) {
  const copy = (code: string) =>
    copyText(`${window.location.origin}/payment/${formId}?coupon=${code}`, linkMessages())
  return (
    <table aria-label={t('Codes')} className="w-full text-left">
      <thead className="border-b border-line text-sm text-muted">
        <tr>
          <th scope="col" className="py-2 pr-4 font-medium">
            {t('Code')}
          </th>
          <th scope="col" className="py-2 pr-4 font-medium">
            {t('Uses')}
          </th>
          <th scope="col" className="py-2">
            <span className="sr-only">{t('Actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {codes.map((code) => (
          <tr key={code.id} className="border-b border-line last:border-0">
            <th scope="row" className="py-2 pr-4 font-normal">
              <code translate="no" className="font-semibold break-all">
                {code.code}
              </code>
              {code.label !== '' && <p className="text-sm wrap-anywhere text-muted">{code.label}</p>}
            </th>
            <td className="w-28 py-2 pr-4 tabular-nums sm:w-56">
              <Uses of={code.code} {...code} />
            </td>
            <td className="w-0 py-1">
              <div className="flex justify-end">
                {formId !== undefined && (
                  <IconButton
                    label={t('Copy link')}
                    aria-label={t('Copy link with {code}', { code: code.code })}
                    onClick={() => void copy(code.code)}
                  >
                    <Link2 aria-hidden className="size-5" />
                  </IconButton>
                )}
                {onDelete !== null && (
                  <IconButton
                    label={t('Delete {code}', { code: code.code })}
                    className="hover:bg-danger-soft! hover:text-danger!"
                    onClick={() => onDelete(code)}
                  >
                    <Trash2 aria-hidden className="size-5" />
                  </IconButton>
                )}
              </div>
            </td>
          </tr>
        ))}
      </tbody>
      {coupon !== undefined && coupon.maxRedemptions !== null && (
        <tfoot className="border-t border-line">
          <tr>
            <th scope="row" className="py-2 pr-4 font-normal text-muted">
              {t('All codes')}
            </th>
            <td colSpan={2} className="py-2 tabular-nums">
              <Uses of={t('all codes')} {...coupon} />
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}

type UsesProps = Pick<CouponCode, 'taken' | 'maxRedemptions'> & { readonly of: string }

function Uses({ of, taken, maxRedemptions }: UsesProps) {
  if (maxRedemptions === null) return taken
  return (
    <span className="grid max-w-52 gap-1">
      {t('{taken} of {most}', { taken, most: maxRedemptions })}
      <progress
        aria-label={t('Uses of {code}', { code: of })}
        value={taken}
        max={maxRedemptions}
        className="progress"
      />
    </span>
  )
}
