import type { ApiError } from '../../api/http.ts'

/** For forms that ask for the password only. The server's error for a sign-in names the username too. */
export const explainPassword = (failure: ApiError | null): ApiError | null =>
  failure?.code === 'wrong_credentials'
    ? { ...failure, code: 'wrong_current_password', detail: 'The current password is incorrect.' }
    : failure
