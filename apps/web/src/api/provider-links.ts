import type { Success } from '@callwright/contracts'
import { accountEndpoints } from '@callwright/contracts/account-endpoints'
import { accountApi } from './account.ts'
import { createRequestBuilder } from './http.ts'
import type { Confirmation } from './second-factor.ts'

const request = createRequestBuilder(accountEndpoints)

export interface ProviderLinks {
  /** Oldest first. */
  readonly links: readonly { readonly provider: string; readonly linkedAt: string }[]
  /** An account without a password cannot be disconnected. */
  readonly hasPassword: boolean
}

const providerLinksApi = accountApi
  .enhanceEndpoints({ addTagTypes: ['ProviderLink', 'SecondFactor'] })
  .injectEndpoints({
    endpoints: (build) => ({
      providerLinks: build.query<ProviderLinks, void>({
        query: () => request('auth.oidcLinks'),
        transformResponse: ({ links, has_password }: Success<'auth.oidcLinks'>) => ({
          links: links.map(({ provider, linked_at }) => ({ provider, linkedAt: linked_at })),
          hasPassword: has_password,
        }),
        providesTags: ['ProviderLink'],
      }),
      removeProviderLinks: build.mutation<null, Confirmation>({
        query: (body) => request('auth.removeOidcLinks', { body }),
        transformResponse: () => null,
        // A recovery code may have been used, even if the request failed.
        invalidatesTags: ['ProviderLink', 'SecondFactor', 'Session'],
      }),
    }),
  })

export const { useProviderLinksQuery, useRemoveProviderLinksMutation } = providerLinksApi
