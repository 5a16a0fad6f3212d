import type * as v from 'valibot';
import type { Json } from '../lib/json';

/** Whether two types are written alike, once interfaces, intersections and `Omit` are spelled out. */
export type IsSame<One, Other> =
  (<T>() => T extends SpeltOut<One> ? 1 : 2) extends <T>() => T extends SpeltOut<Other> ? 1 : 2 ? true : false;

/** A type with its fields written in one place. JSON stays as it is: it holds itself. */
type SpeltOut<Type> = [Type] extends [never]
  ? Type
  : unknown extends Type
    ? Type
    : [Json] extends [Type]
      ? Type
      : Type extends Json[] | { [key: string]: Json } | string | number | boolean | null | undefined
        ? string extends keyof Type
          ? Type
          : Type extends object
            ? { [Key in keyof Type]: SpeltOut<Type[Key]> }
            : Type
        : Type extends (...args: never[]) => unknown
          ? Type
          : { [Key in keyof Type]: SpeltOut<Type[Key]> };

/** Names of the schemas whose published type takes or gives something else than the schema that was built. */
export type SchemaDifferences<Published, Built> = {
  [Name in keyof Published]: [Published[Name], Name extends keyof Built ? Built[Name] : undefined] extends [
    infer One extends v.GenericSchema,
    infer Other extends v.GenericSchema,
  ]
    ? [IsSame<v.InferInput<One>, v.InferInput<Other>>, IsSame<v.InferOutput<One>, v.InferOutput<Other>>] extends [
        true,
        true,
      ]
      ? never
      : Name
    : Name;
}[keyof Published];

/** Names of what is given otherwise than its schema gives it, and of what has no schema or no type. */
export type OutputDifferences<Outputs, Built> =
  | {
      [Name in keyof Outputs]: Name extends keyof Built
        ? Built[Name] extends v.GenericSchema
          ? IsSame<Outputs[Name], v.InferOutput<Built[Name]>> extends true
            ? never
            : Name
          : Name
        : Name;
    }[keyof Outputs]
  | Exclude<keyof Built, keyof Outputs>;
