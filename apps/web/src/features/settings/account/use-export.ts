import { useExportAccountMutation } from '../../../api/account-endpoints.ts'
import { type ApiError, asApiError } from '../../../api/api-error.ts'
import { readEtDay } from '../../../shared/format/times.ts'
import { saveFile } from '../../../shared/save-file.ts'

interface Export {
  /** Error from the last export; null before the first export and after a successful one. */
  readonly failure: ApiError | null
  readonly busy: boolean
  readonly download: () => Promise<void>
}

/** Downloads all of the user's data as one file. It never saves a partial file. */
export function useExport(): Export {
  const [exportAccount, { isLoading, error }] = useExportAccountMutation()
  return {
    failure: isLoading ? null : asApiError(error),
    busy: isLoading,
    download: async () => {
      const { data } = await exportAccount()
      if (data === undefined) return
      const { status: _status, ...kept } = data
      const name = `callwright-account-${readEtDay(kept.exported_at)}.json`
      saveFile(name, `${JSON.stringify(kept, null, 2)}\n`, 'application/json')
    },
  }
}
