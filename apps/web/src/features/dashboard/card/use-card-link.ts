import type { MouseEvent } from 'react'
import { useNavigate } from '../../../shared/routing.ts'

/** A click anywhere on a card leads where its link leads; what is pressed or selected inside it does not. */
export function useCardLink(path: string) {
  const navigate = useNavigate()
  return {
    onClick: ({ target, currentTarget, ctrlKey, metaKey, defaultPrevented }: MouseEvent<HTMLElement>) => {
      // What opens out of the card, such as a popover, is not inside it.
      if (defaultPrevented || !(target instanceof Element) || !currentTarget.contains(target)) return
      if (target.closest('a, button') !== null || window.getSelection()?.isCollapsed === false) return
      if (ctrlKey || metaKey) window.open(path, '_blank', 'noopener')
      else void navigate(path)
    },
  }
}
