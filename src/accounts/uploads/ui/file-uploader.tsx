import { FileText, FileUp, Trash2 } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { useDropzone } from 'react-dropzone'
import { storedToken } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { Button, IconButton } from '#web/kit/button.tsx'
import { Field, type FieldProps } from '#web/kit/field.tsx'
import { Spinner } from '#web/kit/spinner.tsx'
import { checkFiles } from '../check-files.ts'
import { fileRoutes, type FileAttachment, type ModelType } from '../contract.ts'
import { uploadMessages } from '../messages.ts'
import { deleteUpload, uploadFile, UploadFailed } from './upload.ts'

type Props = Omit<FieldProps, 'required'> & {
  readonly files: readonly FileAttachment[]
  readonly onAdd: (file: FileAttachment) => void
  readonly onRemove: (file: FileAttachment) => void
  readonly type: ModelType
  /** While something stored is edited, removing a file leaves it in the store. */
  readonly keepsStored: boolean
}

type Uploading = { readonly key: string; readonly name: string; readonly size: number; readonly sent: number }

/** Files to choose or drop, uploaded at once, each with its progress; one invalid file refuses the whole choice. */
export function FileUploader({ files, onAdd, onRemove, type, keepsStored, error, ...field }: Props) {
  const mayAdd = useMayCall()(fileRoutes.uploadFile)
  const [uploads, setUploads] = useState<readonly Uploading[]>([])
  const [deleting, setDeleting] = useState<readonly string[]>([])
  const added = useRef(Promise.resolve())
  const [problems, setProblems] = useState<readonly string[]>([])

  /** Uploads what was chosen, all at once; each is attached when those chosen before it are, so that their order stays. */
  function uploadAll(chosen: readonly File[]): void {
    let before = added.current
    for (const file of chosen) before = upload(file, before)
    added.current = before
  }

  async function upload(file: File, before: Promise<void>): Promise<void> {
    const key = `${performance.now()} ${file.name}`
    setUploads((present) => [...present, { key, name: file.name, size: file.size, sent: 0 }])
    try {
      const onProgress = (sent: number) =>
        setUploads((present) => present.map((one) => (one.key === key ? { ...one, sent } : one)))
      const stored = uploadFile({ file, type, onProgress })
      // One that fails while it waits is told of in its turn.
      await Promise.allSettled([stored, before])
      onAdd(await stored)
    } catch (failure) {
      const reason = failure instanceof UploadFailed ? failure.reason : undefined
      setProblems((present) => [...present, uploadMessages.uploadFailed(file.name, reason)])
    }
    setUploads((present) => present.filter((one) => one.key !== key))
  }

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
          ? uploadMessages.notSignedIn
          : checkFiles(accepted, files.length + uploads.length)
      setProblems(found === null ? [] : [found])
      if (found === null) uploadAll(accepted)
    },
  })
  return (
    <Field {...field} error={problems.length === 0 ? error : problems.join('\n')}>
      {({ id, 'aria-invalid': isInvalid, ...control }) => (
        <div className="grid gap-3">
          {mayAdd ? (
            <div
              {...getRootProps({ role: undefined, tabIndex: undefined })}
              className={`flex flex-wrap items-center justify-center gap-3 rounded-2xl border-2 border-dashed p-5 text-muted transition ${isDragActive ? 'border-brand bg-brand-soft' : isInvalid ? 'border-danger' : 'border-edge/60 bg-sunken'}`}
            >
              <input {...getInputProps({ 'aria-label': undefined })} id={id} />
              <FileUp aria-hidden className="size-7 text-brand" />
              <span>Drop files here or</span>
              <Button {...control} data-invalid={isInvalid} variant="secondary" onClick={open}>
                Browse files
              </Button>
            </div>
          ) : (
            <p className="text-muted">Your role does not allow you to add files.</p>
          )}
          {(files.length > 0 || uploads.length > 0) && (
            <ul aria-label="Uploaded" className="grid gap-2">
              {files.map((file) => (
                <FileRow key={file.url} name={file.name} size={file.size}>
                  {deleting.includes(file.url) ? (
                    <output className="flex items-center gap-2 text-sm text-muted">
                      <Spinner /> Deleting
                    </output>
                  ) : (
                    <IconButton label={`Delete ${file.name}`} onClick={() => void remove(file)}>
                      <Trash2 aria-hidden className="size-5" />
                    </IconButton>
                  )}
                </FileRow>
              ))}
              {uploads.map(({ key, name, size, sent }) => (
                <FileRow key={key} name={name} size={size}>
                  <UploadProgress name={name} sent={sent} />
                </FileRow>
              ))}
            </ul>
          )}
        </div>
      )}
    </Field>
  )
}

/** In KB, as specified, however small it is. */
function sizeText(bytes: number): string {
  return bytes < 103 ? 'under 0.1 KB' : `${(bytes / 1024).toFixed(1)} KB`
}

/** How much of a file was sent, from 0 to 1, as a bar and in words. */
function UploadProgress({ name, sent }: { readonly name: string; readonly sent: number }) {
  const percentage = `${Math.floor(sent * 100)}%`
  return (
    <span className="grid w-32 shrink-0 gap-1.5">
      <span className="flex justify-between gap-2 text-sm text-muted tabular-nums">
        <output>Uploading</output>
        <span>{percentage}</span>
      </span>
      <progress
        aria-label={`Uploading ${name}`}
        aria-valuetext={percentage}
        value={sent}
        className="progress"
      />
    </span>
  )
}

type RowProps = { readonly name: string; readonly size: number; readonly children: ReactNode }

function FileRow({ name, size, children }: RowProps) {
  return (
    <li className="flex min-h-14 items-center gap-3 rounded-xl border border-line px-3 py-2">
      <FileText aria-hidden className="size-5 shrink-0 text-brand" />
      <span className="min-w-0 flex-1">
        <span className="block font-medium wrap-anywhere">{name}</span>
        <span className="text-sm text-muted">{sizeText(size)}</span>
      </span>
      {children}
    </li>
  )
}
