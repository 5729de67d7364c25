/** The first characters of a text, with an ellipsis when there were more. Characters, not UTF-16 units. */
export function cutText(text: string, maximum: number): string {
  const characters = Array.from(text)
  return characters.length > maximum ? `${characters.slice(0, maximum).join('').trimEnd()}…` : text
}
