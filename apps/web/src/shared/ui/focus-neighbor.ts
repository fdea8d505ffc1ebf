/**
 * After a chip is removed, moves focus to the next one or, after the last, to the previous one. If the page renders
 * slowly, it may still show chips that were removed before; these are skipped. Returns whether there was a chip to
 * focus.
 */
export function focusNeighbor(list: HTMLElement | null, index: number): boolean {
  const buttons = [...(list?.querySelectorAll('button') ?? [])]
  buttons[index]?.setAttribute('data-removed', '')
  const stays = (button: HTMLButtonElement) => !button.hasAttribute('data-removed')
  const next = buttons.slice(index + 1).find(stays) ?? buttons.slice(0, index).findLast(stays)
  next?.focus()
  return next !== undefined
}
