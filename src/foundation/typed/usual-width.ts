/** An input method of Japanese or Chinese writes letters, digits and signs twice as wide. */
export function inUsualWidth(typed: string): string {
  return typed.replaceAll(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
}
