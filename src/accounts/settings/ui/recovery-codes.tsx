import { Copy, Download } from 'lucide-react'
import { toast } from 'sonner'
import { Button } from '#web/kit/button.tsx'
import { saveFile } from '#web/kit/save-file.ts'

type Props = { readonly codes: readonly string[]; readonly onDone: () => void }

export function RecoveryCodes({ codes, onDone }: Props) {
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      toast.success('Recovery codes copied')
    } catch {
      toast.error('The codes could not be copied. Select them, or download them.')
    }
  }

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
        <Button variant="secondary" onClick={() => void copy()}>
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
