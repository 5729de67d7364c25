import { encode } from 'uqr'

/** The dots of a QR code with the white border that scanners need, as an SVG path in a square of `size` units. */
export function qrDots(text: string): { readonly path: string; readonly size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const dots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { path: dots.join(''), size }
}

/** Dark on light in every theme, because scanners need that. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { path, size } = qrDots(text)
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto w-full max-w-52 rounded-xl border border-line bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  )
}
