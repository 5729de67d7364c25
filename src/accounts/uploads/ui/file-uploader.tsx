import { useQuery } from '@tanstack/react-query'
import { FileUp, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { t } from '#foundation/language/t.ts'
import { call, storedToken } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { Button, IconButton } from '#web/kit/layout/button.tsx'
import { Field, type FieldProps } from '#web/kit/form/field.tsx'
import { Spinner } from '#web/kit/feedback/spinner.tsx'
import { useWrite } from '#web/kit/form/use-write.ts'
import { checkFiles } from '../judge/check-files.ts'
import {
  fileRoutes,
  uploadsContract,
  type FileAttachment,
  type ModelType,
  type OwnUploads,
} from '../contract.ts'
import { uploadMessages } from '../messages.ts'
import { listedSize, sizeText } from '../judge/size-text.ts'
import { FileRow, UnfinishedRow, UploadingRow } from './file-rows.tsx'
import { ownUploadsQuery } from './queries.ts'
import { deleteUpload } from './upload.ts'
import { useUploads } from './use-uploads.ts'

type Props = Omit<FieldProps, 'required' | 'hint'> & {
  readonly files: readonly FileAttachment[]
  readonly onAdd: (file: FileAttachment) => void
  readonly onRemove: (file: FileAttachment) => void
  readonly type: ModelType
  /** While a stored item is edited, removing a file leaves it in the storage. */
  readonly keepsStored: boolean
}

/**
 * A field to choose or drop files. They are uploaded immediately, each with its progress. One invalid file rejects
 * all chosen files.
 */
export function FileUploader({ files, onAdd, onRemove, type, keepsStored, error, ...field }: Props) {
  const mayAdd = useMayCall()(fileRoutes.uploadFile)
  const [deleting, setDeleting] = useState<readonly string[]>([])
  const [problems, setProblems] = useState<readonly string[]>([])
  const tell = (problem: string) => setProblems((present) => [...present, problem])
  const { uploads, uploadAll } = useUploads({ type, onAdd, onProblem: tell })
  const own = useQuery({ ...ownUploadsQuery, enabled: mayAdd })
  const cancel = useWrite({
    mutationFn: (id: string) => call(uploadsContract.cancelUpload, { params: { id } }),
    onSettled: () => own.refetch(),
  })
  const unfinished = (own.data?.unfinished ?? []).filter(
    ({ name, size }) => !uploads.some((upload) => upload.name === name && upload.size === size),
  )

  async function remove(file: FileAttachment): Promise<void> {
    if (file.url === '') return
    setProblems([])
    setDeleting((present) => [...present, file.url])
    try {
      if (!keepsStored) await deleteUpload(file.url)
      onRemove(file)
    } catch {
      setProblems([uploadMessages.deleteFailed(file.name)])
    }
    setDeleting((present) => present.filter((url) => url !== file.url))
  }

  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    noClick: true,
    noKeyboard: true,
    onDrop: (accepted) => {
      const found =
        storedToken() === null
          ? uploadMessages.notSignedIn()
          : checkFiles(accepted, files.length + uploads.length)
      setProblems(found === null ? [] : [found])
      if (found === null) uploadAll(accepted)
    },
  })
  return (
    <Field
      {...field}
      hint={limitsText(own.data?.storage)}
      error={problems.length === 0 ? error : problems.join('\n')}
    >
      {({ id, 'aria-invalid': isInvalid, ...control }) => (
        <div className="grid gap-3">
          {mayAdd ? (
            <div
              {...getRootProps({ role: undefined, tabIndex: undefined })}
              className={`flex flex-wrap items-center justify-center gap-3 rounded-2xl border-2 border-dashed p-5 text-muted transition ${isDragActive ? 'border-brand bg-brand-soft' : isInvalid ? 'border-danger' : 'border-edge/60 bg-sunken'}`}
            >
              <input {...getInputProps({ 'aria-label': undefined })} id={id} />
              <FileUp aria-hidden className="size-7 text-brand" />
              <span>{t('Drop files here or')}</span>
              <Button {...control} data-invalid={isInvalid} variant="secondary" onClick={open}>
                {t('Browse files')}
              </Button>
            </div>
          ) : (
            <p className="text-muted">{t('Your role cannot add files.')}</p>
          )}
          {(files.length > 0 || uploads.length > 0 || unfinished.length > 0) && (
            <ul aria-label={t('Uploaded')} className="grid gap-2">
              {files.map((file) => (
                <FileRow
                  key={file.url}
                  name={file.name}
                  note={listedSize(file.size)}
                  isVideo={file.type.startsWith('video/')}
                >
                  {deleting.includes(file.url) ? (
                    <output className="flex items-center gap-2 text-sm text-muted">
                      <Spinner /> {t('Deleting')}
                    </output>
                  ) : (
                    <IconButton
                      label={t('Delete {name}', { name: file.name })}
                      onClick={() => void remove(file)}
                    >
                      <Trash2 aria-hidden className="size-5" />
                    </IconButton>
                  )}
                </FileRow>
              ))}
              {uploads.map((upload) => (
                <UploadingRow key={upload.key} upload={upload} />
              ))}
              {unfinished.map((upload) => (
                <UnfinishedRow
                  key={upload.id}
                  upload={upload}
                  onChoose={open}
                  onCancel={() => cancel.mutate(upload.id)}
                />
              ))}
            </ul>
          )}
        </div>
      )}
    </Field>
  )
}

function limitsText(storage: OwnUploads['storage'] | undefined): string {
  const limits = t('Videos up to 2 GB; pictures, PDF, Word, Excel, text and CSV up to 10 MB.')
  if (storage === undefined) return limits
  const most = sizeText(storage.most)
  const used =
    storage.used === 0
      ? t('None of your {most} used.', { most })
      : t('{used} of your {most} used.', { used: sizeText(storage.used), most })
  return `${limits} ${used}`
}
