/** A web address with its scheme, where somebody wrote the host alone, such as "www.example.com/terms". */
export function completeAddress(typed: string): string {
  const address = typed.trim()
  const isBare = /^[\p{L}\p{N}][\p{L}\p{N}-]*(\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(:\d+)?([/?#]\S*)?$/u.test(address)
  return isBare ? `https://${address}` : typed
}
