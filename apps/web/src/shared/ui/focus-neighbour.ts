/**
 * Moves the focus to the button after the one whose chip is being removed, else to the one before it. The list may be
 * drawn late on a busy machine: a chip that was removed before and is still drawn is skipped. Returns whether there is one.
 */
export function focusNeighbour(list: HTMLElement | null, index: number): boolean {
  const buttons = [...(list?.querySelectorAll('button') ?? [])]
  buttons[index]?.setAttribute('data-removed', '')
  const stays = (button: HTMLButtonElement) => !button.hasAttribute('data-removed')
  const next = buttons.slice(index + 1).find(stays) ?? buttons.slice(0, index).findLast(stays)
  next?.focus()
  return next !== undefined
}
