/**
 * Moves focus from a removed chip to the next one, or else to the previous one. A slow render may still show chips that
 * were removed earlier; they are skipped. Returns whether there was a chip to focus.
 */
export function focusNeighbor(list: HTMLElement | null, index: number): boolean {
  const buttons = [...(list?.querySelectorAll('button') ?? [])]
  buttons[index]?.setAttribute('data-removed', '')
  const stays = (button: HTMLButtonElement) => !button.hasAttribute('data-removed')
  const next = buttons.slice(index + 1).find(stays) ?? buttons.slice(0, index).findLast(stays)
  next?.focus()
  return next !== undefined
}
