export { contractOf, type GoldenCase, rowOf } from '../golden/contract-rows.ts'
