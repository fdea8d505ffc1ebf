/** A button goes with its chip; the focus goes on to the next one. Returns whether there is one. */
export function focusNeighbour(list: HTMLElement | null, index: number): boolean {
  const buttons = list?.querySelectorAll('button')
  const next = buttons?.[index + 1] ?? buttons?.[index - 1]
  next?.focus()
  return next !== undefined
}
