import type { JsonObject } from '@sotto/widget-core/api';
import type { FormState } from '../forms/formState';
import { SelectField, TextField } from '../forms/fields';

const WORDS = [
  ['private', 'Private: only you'],
  ['protected', 'Protected: anyone with the link'],
  ['public', 'Public: everyone, listed in the Hub'],
] as const;

/** The Hub's listing fields of a resource. */
interface Listing {
  readonly visibility: string;
  readonly icon: string;
  readonly tags: readonly string[];
  readonly language: string;
  readonly licence: string;
}

/** Visibility of an item and its listing on the Hub. */
export function ListingFields({
  form,
  state,
  stored,
}: {
  form: string;
  state: FormState;
  stored: Listing | undefined;
}) {
  const parts = { form, state };
  const isOpen =
    state.name === form &&
    ['icon', 'tags', 'language', 'licence'].some(
      (name) => state.errors[name] !== undefined || state.edit?.clashes.has(name),
    );
  return (
    <>
      <SelectField
        {...parts}
        name="visibility"
        label="Who may see it"
        stored={stored?.visibility ?? 'private'}
        options={WORDS}
        hint={
          stored === undefined ? (
            'About the Hub only: your own widgets work in any case. Save it and try it out before you publish it.'
          ) : (
            <>
              About the Hub only: your own widgets work in any case. <a href="#publishing">Publishing</a> lists what a
              public item needs, and what everybody can then read and run.
            </>
          )
        }
      />
      <details className="more" open={isOpen}>
        <summary>Hub listing</summary>
        <TextField {...parts} name="icon" label="Emoji" stored={stored?.icon ?? ''} maxLength={16} autoComplete="off" />
        <TextField
          {...parts}
          name="tags"
          label="Tags"
          stored={stored?.tags.join(', ') ?? ''}
          maxLength={450}
          autoComplete="off"
          hint="At most ten, separated by commas."
        />
        <TextField
          {...parts}
          name="language"
          label="Language in the Hub"
          stored={stored?.language ?? ''}
          maxLength={35}
          autoComplete="off"
          hint="A language tag such as en or pt-BR. Leave empty for any language."
        />
        <TextField
          {...parts}
          name="licence"
          label="Licence"
          stored={stored?.licence ?? ''}
          maxLength={60}
          autoComplete="off"
          hint="Such as MIT or CC-BY-4.0."
        />
      </details>
    </>
  );
}

/** Converts the fields for the API. */
export function readListing(form: URLSearchParams): JsonObject {
  const text = (name: string): string => form.get(name)?.trim() ?? '';
  return {
    visibility: text('visibility') || 'private',
    icon: text('icon'),
    tags: text('tags')
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
    language: text('language'),
    licence: text('licence'),
  };
}
