/** A length of time in its largest whole unit, such as `3 hours`. */
export function durationText(seconds: number): string {
  const { unit, length } = units.find((one) => seconds >= one.length) ?? { unit: 'second', length: 1 }
  return quantity(Math.floor(seconds / length), unit, 'long')
}

const units = [
  { unit: 'day', length: 86_400 },
  { unit: 'hour', length: 3_600 },
  { unit: 'minute', length: 60 },
]

/** Room in the unit that keeps it short, such as `12.4 GB`. */
export function sizeText(bytes: number): string {
  const power = Math.min(Math.max(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), 0), sizes.length - 1)
  return quantity(bytes / 1_000 ** power, sizes[power] ?? 'byte', 'short')
}

const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']

function quantity(value: number, unit: string, unitDisplay: 'long' | 'short'): string {
  return new Intl.NumberFormat('en-US', {
    style: 'unit',
    unit,
    unitDisplay,
    maximumFractionDigits: 1,
  }).format(value)
}
