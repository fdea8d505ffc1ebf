import { buildOpenApi } from '../../libs/contracts/src/openapi/build-openapi.ts'

/** The text of docs/openapi.json: the document that the gateway answers, laid out for people and for diffs. */
export const writeOpenApi = () => `${JSON.stringify(buildOpenApi(), null, 2)}\n`
