import { Copy, Download } from 'lucide-react'
import { Button } from '#web/kit/layout/button.tsx'
import { copyText } from '#web/kit/feedback/copy-text.tsx'
import { saveFile } from '#web/kit/browser/save-file.ts'

const codeMessages = {
  copied: 'Recovery codes copied',
  failed: 'The codes could not be copied. Select them, or download them.',
} as const

type Props = { readonly codes: readonly string[]; readonly onDone: () => void }

export function RecoveryCodes({ codes, onDone }: Props) {
  return (
    <div className="grid gap-5">
      <ol
        aria-label="Recovery codes"
        className="grid gap-x-6 gap-y-1.5 rounded-xl bg-sunken px-5 py-4 font-mono text-sm select-all sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          onClick={() => void copyText(codes.join('\n'), codeMessages, { isOnPage: true })}
        >
          <Copy aria-hidden className="size-4.5" />
          Copy
        </Button>
        <Button
          variant="secondary"
          onClick={() =>
            saveFile(
              'tillform-recovery-codes.txt',
              new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }),
            )
          }
        >
          <Download aria-hidden className="size-4.5" />
          Download
        </Button>
        <Button className="ml-auto" onClick={onDone}>
          I have saved them
        </Button>
      </div>
    </div>
  )
}
