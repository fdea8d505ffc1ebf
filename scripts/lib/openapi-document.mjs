import { buildOpenApi } from '../../libs/contracts/src/openapi/build-openapi.ts'

/** Text of docs/openapi.json: the document that the gateway serves, indented. */
export const writeOpenApi = () => `${JSON.stringify(buildOpenApi(), null, 2)}\n`
