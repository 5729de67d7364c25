import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Files, FileText, FileVideo, Upload } from 'lucide-react'
import { Fragment, useId, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { toast } from 'sonner'
import { rich } from '#foundation/language/rich.ts'
import { msg, say, t, type Message } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { type FileAttachment, fileRoutes } from '#accounts/uploads/contract.ts'
import { checkFiles } from '#accounts/uploads/judge/check-files.ts'
import { listedSize } from '#accounts/uploads/judge/size-text.ts'
import { UploadingRow } from '#accounts/uploads/ui/file-rows.tsx'
import { useUploads } from '#accounts/uploads/ui/use-uploads.ts'
import { hasWords } from '#foundation/typed/fold-text.ts'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { LiveError } from '#web/kit/feedback/live-error.tsx'
import { useWrite } from '#web/kit/form/use-write.ts'
import { Button, buttonClass } from '#web/kit/layout/button.tsx'
import { LoadedSettingsPage } from '#web/kit/layout/settings-page.tsx'
import { When } from '#web/kit/layout/when.tsx'
import { SearchBox } from '#web/kit/list/search-box.tsx'
import { entityOf, filesContract, type FileUse, type ListedFile } from '../contract.ts'

/** All files for sale, with their kind, their products and how often each was opened. */
export function FilesPage() {
  return (
    <LoadedSettingsPage
      title={t('Files')}
      lead={t('The files buyers download. Replacing a file updates it for everyone who bought it.')}
      query={useQuery(filesQuery)}
      loading={{ label: t('Loading files'), blocks: ['h-28', 'h-28', 'h-28'] }}
    >
      {(data) => <FileList files={data.data} />}
    </LoadedSettingsPage>
  )
}

function FileList({ files }: { readonly files: readonly ListedFile[] }) {
  const [parameters, setParameters] = useSearchParams()
  const sought = parameters.get('q') ?? ''
  if (files.length === 0) {
    return (
      <EmptyState
        icon={<Files aria-hidden className="size-8" />}
        title={t('Your files will appear here')}
        text={t('Add files to a form, a bump or an offer, and buyers get them after paying.')}
      >
        <Link to="/forms" className={buttonClass()}>
          {t('Go to your forms')}
        </Link>
      </EmptyState>
    )
  }
  const found = new Set(files.filter((file) => matches(file, sought)))
  return (
    <div className="grid grid-cols-1 gap-5">
      <SearchBox
        label={t('Search files')}
        value={sought}
        found={found.size}
        onSearch={(q) => setParameters(q === '' ? {} : { q }, { replace: true, preventScrollReset: true })}
      />
      {found.size === 0 && <p className="panel p-6 text-pretty text-muted">{t('No matching files.')}</p>}
      {/* All cards stay mounted, because any of them may be uploading a new version. */}
      <ul aria-label={t('Files')} hidden={found.size === 0} className="grid grid-cols-1 gap-3">
        {files.map((file) => (
          <FileCard key={file.id} file={file} isHidden={!found.has(file)} />
        ))}
      </ul>
    </div>
  )
}

function matches({ name, type, uses }: ListedFile, sought: string): boolean {
  return hasWords(sought, [name, fileKind(type), ...uses.map(({ title }) => title ?? '')])
}

/** A file with the products that contain it. A new version is chosen, uploaded and put in use in one step. */
function FileCard({ file, isHidden }: { readonly file: ListedFile; readonly isHidden: boolean }) {
  const mayCall = useMayCall()
  const queries = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const problemId = useId()
  const [problem, setProblem] = useState<string | null>(null)
  const replace = useWrite({
    mutationFn: ({ url }: FileAttachment) =>
      call(filesContract.replaceFile, { params: { id: file.id }, body: { by: url.split('/').at(-1) ?? '' } }),
    onSuccess: async ({ name }) => {
      toast.success(t('Buyers now get {name}', { name }))
      await queries.invalidateQueries({ queryKey: filesQuery.queryKey })
    },
    onError: (error) =>
      setProblem(errorMessage(error, t('The file could not be replaced. Please try again.'))),
  })
  const { uploads, uploadAll } = useUploads({
    type: 'divers',
    onAdd: (added) => replace.mutate(added),
    onProblem: setProblem,
  })
  const mayReplace =
    mayCall(fileRoutes.uploadFile) &&
    mayCall(filesContract.replaceFile) &&
    file.uses.every(({ kind }) => mayCall({ entity: entityOf[kind], verb: 'update' }))
  const isBusy = uploads.length > 0 || replace.isPending
  const Icon = file.type.startsWith('video/') ? FileVideo : FileText

  function choose(chosen: readonly File[]): void {
    const [one] = chosen
    if (one === undefined) return
    const wrong = checkFiles([one])
    setProblem(wrong)
    if (wrong === null) uploadAll([one])
  }

  const facts = {
    kind: fileKind(file.type),
    size: listedSize(file.size),
    time: <When at={file.createdAt} />,
  }
  return (
    <li hidden={isHidden} className="panel grid grid-cols-1 gap-4 p-5">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <Icon aria-hidden className="mt-0.5 size-6 shrink-0 text-brand" />
        <div className="min-w-0 flex-[1_1_14rem]">
          <h2 className="font-semibold wrap-anywhere">{file.name}</h2>
          <p className="text-sm text-muted">
            {file.version > 1
              ? rich('{kind}, {size}, version {version}, added {time}', { ...facts, version: file.version })
              : rich('{kind}, {size}, added {time}', facts)}
          </p>
        </div>
        {mayReplace && (
          <>
            <Button variant="secondary" isBusy={isBusy} onClick={() => input.current?.click()}>
              <Upload aria-hidden className="size-4.5" />
              {rich('Replace<hidden> {name}</hidden>', {
                hidden: <span className="sr-only" />,
                name: file.name,
              })}
            </Button>
            <input
              ref={input}
              type="file"
              hidden
              aria-label={t('New version of {name}', { name: file.name })}
              onChange={(event) => {
                choose([...(event.target.files ?? [])])
                event.target.value = ''
              }}
            />
          </>
        )}
      </div>
      {uploads.length > 0 && (
        <ul aria-label={t('New version of {name}', { name: file.name })}>
          {uploads.map((upload) => (
            <UploadingRow key={upload.key} upload={upload} />
          ))}
        </ul>
      )}
      <LiveError id={problemId} text={problem} />
      <dl className="grid grid-cols-1 gap-x-8 gap-y-3 text-sm sm:grid-cols-[2fr_1fr]">
        <div className="min-w-0">
          <dt className="text-muted">{t('Used in')}</dt>
          <dd className="wrap-anywhere">
            <Uses uses={file.uses} />
          </dd>
        </div>
        <div>
          <dt className="text-muted">{t('Opened')}</dt>
          <dd>
            {file.lastOpenedAt === null
              ? t('Never')
              : rich('By {count, plural, =1 {one purchase} other {{total} purchases}}, last {time}', {
                  count: file.openings,
                  total: file.openings.toLocaleString('en-US'),
                  time: <When at={file.lastOpenedAt} />,
                })}
          </dd>
        </div>
      </dl>
    </li>
  )
}

const places = { form: '/forms', bump: '/bumps/edit', offer: '/one-time-offers/edit' } as const

/** Shown to members who are not allowed to see the product. */
const unseen = { form: msg('a form'), bump: msg('an order bump'), offer: msg('a one-time offer') } as const

function Uses({ uses }: { readonly uses: readonly FileUse[] }) {
  const live = uses.filter(({ isDeleted }) => !isDeleted)
  if (uses.length === 0) return t('Not used yet. Unused files are deleted after seven days.')
  if (live.length === 0) return t('Only deleted products. Past buyers keep access.')
  return live.map(({ kind, id, title }, index) => (
    <Fragment key={id}>
      {index > 0 && ', '}
      {title === null ? (
        say(unseen[kind])
      ) : (
        <Link to={`${places[kind]}/${id}`} className="link">
          {title}
        </Link>
      )}
    </Fragment>
  ))
}

const kinds: readonly (readonly [prefix: string, name: Message])[] = [
  ['video/', msg('Video')],
  ['image/', msg('Picture')],
  ['application/pdf', msg('PDF')],
  ['application/msword', msg('Word')],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml', msg('Word')],
  ['application/vnd.ms-excel', msg('Excel')],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml', msg('Excel')],
  ['text/csv', msg('CSV')],
  ['text/vtt', msg('Captions')],
  ['text/', msg('Text')],
]

function fileKind(type: string): string {
  const [, name = msg('File')] = kinds.find(([prefix]) => type.startsWith(prefix)) ?? []
  return say(name)
}

const filesQuery = queryOptions({
  queryKey: ['files'],
  queryFn: ({ signal }) => call(filesContract.listFiles, { signal }),
})
