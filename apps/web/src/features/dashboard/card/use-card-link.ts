import type { MouseEvent } from 'react'
import { useNavigate } from '../../../shared/routing.ts'

/** Makes a click anywhere on the card follow its link, except on controls or while text is selected. */
export function useCardLink(path: string) {
  const navigate = useNavigate()
  return {
    onClick: ({ target, currentTarget, ctrlKey, metaKey, defaultPrevented }: MouseEvent<HTMLElement>) => {
      // Ignore events from portals such as popovers, which bubble through React but are outside the card.
      if (defaultPrevented || !(target instanceof Element) || !currentTarget.contains(target)) return
      if (target.closest('a, button') !== null || window.getSelection()?.isCollapsed === false) return
      if (ctrlKey || metaKey) window.open(path, '_blank', 'noopener')
      else void navigate(path)
    },
  }
}
