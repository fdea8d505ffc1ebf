import { api } from '../api/api.ts'
import { buildPortfolioDialogPath } from '../shared/paths.ts'
import { useNavigate } from '../shared/routing.ts'
import { useAppDispatch } from './hooks.ts'

/** Actions that every page offers, both as shortcuts and in the palette. */
export function useShellActions() {
  const navigate = useNavigate()
  const dispatch = useAppDispatch()
  return {
    addPosition: () => void navigate(buildPortfolioDialogPath('add')),
    refresh: () => void dispatch(api.util.invalidateTags(['Screen', 'Portfolio'])),
  }
}
