/** Without look-alikes: 0 and O, 1, I and L. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ'
const digits = '23456789'

/** A code that is easy to say and type, such as "KTRW-4829". Its letters keep spreadsheets from changing it. */
export function generateCode(): string {
  return `${pick(letters)}-${pick(digits)}`
}

function pick(from: string): string {
  const signs = crypto.getRandomValues(new Uint32Array(4))
  return Array.from(signs, (sign) => from.charAt(sign % from.length)).join('')
}
