import { useWindowEvent } from '@mantine/hooks'

/** Keys of the page as a whole, by what they write: dead while somebody types, with a modifier, and under a dialog. */
export function usePageKeys(actions: Readonly<Record<string, () => void>>): void {
  useWindowEvent('keydown', (event) => {
    const action = actions[event.key]
    if (action === undefined || event.defaultPrevented || isModified(event) || isTypedInto(event.target)) return
    if (document.querySelector('[aria-modal="true"]') !== null) return
    event.preventDefault()
    action()
  })
}

/** Some keyboards have a bracket on a third level only, and report it as Ctrl and Alt. */
const isModified = (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')

const isTypedInto = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
