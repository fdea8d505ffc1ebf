/**
 * Link to the API reference, which the gateway serves. Separate, because the landing page loads no other texts of the
 * app.
 */
export const apiReference = { name: 'API reference', url: '/api/docs' } as const
