import { Download } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { Button } from '#web/kit/layout/button.tsx'
import { QrCode, qrDots } from '#web/kit/layout/qr-code.tsx'
import { saveFile } from '#web/kit/browser/download.ts'
import { Segmented } from '#web/kit/form/segmented.tsx'

type Props = {
  readonly paymentLink: string
  /** Undefined while it is asked for. */
  readonly shortLink: string | undefined
}

/** A form's link as a QR code, to be looked at and to be printed. */
export function QrDownload({ paymentLink, shortLink }: Props) {
  const [chosen, setChosen] = useState('payment')
  const link = chosen === 'short' && shortLink !== undefined ? shortLink : paymentLink
  return (
    <div className="grid grid-cols-1 justify-items-center gap-5">
      <Segmented
        label="Leads to"
        name="qr-link"
        options={[
          { value: 'payment', label: 'Payment link' },
          ...(shortLink === undefined ? [] : [{ value: 'short', label: 'Short link' }]),
        ]}
        chosen={shortLink === undefined ? 'payment' : chosen}
        onChange={(event) => setChosen(event.target.value)}
      />
      <QrCode text={link} label={`QR code of ${link}`} />
      <code className="max-w-full text-center text-sm break-all text-muted">{link}</code>
      <div className="flex flex-wrap justify-center gap-3">
        <Button variant="secondary" onClick={() => saveFile('qr-code.svg', svgOf(link))}>
          <Download aria-hidden className="size-4.5" />
          SVG
        </Button>
        <Button variant="secondary" onClick={() => savePng(link)}>
          <Download aria-hidden className="size-4.5" />
          PNG
        </Button>
      </div>
    </div>
  )
}

function svgOf(link: string): Blob {
  const { path, size } = qrDots(link)
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 10}" height="${size * 10}" ` +
    `shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>\n`
  return new Blob([svg], { type: 'image/svg+xml' })
}

/** Large enough to be printed as wide as a hand. */
const pixelsPerDot = 24

function savePng(link: string): void {
  const { path, size } = qrDots(link)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size * pixelsPerDot
  const context = canvas.getContext('2d')
  if (context === null) return
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.scale(pixelsPerDot, pixelsPerDot)
  context.clip(new Path2D(path))
  context.fillStyle = '#000'
  context.fillRect(0, 0, size, size)
  canvas.toBlob((png) => {
    if (png === null) toast.error('Failed to create the picture')
    else saveFile('qr-code.png', png)
  }, 'image/png')
}
