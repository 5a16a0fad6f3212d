import { memo } from 'react';
import type { Block } from '@sotto/widget-core/content';
import { useSteadyPieces } from '../hooks/useSteady';
import { PartsContext, useOwnComponents } from './components';
import { CodePart } from './CodePart';
import { LateDiagram, LateTable } from './lateParts';
import { ListPart } from './ListPart';
import { MathPart } from './MathPart';
import { MediaPart } from './MediaPart';
import { RichPart } from './rich/RichPart';
import { SkeletonPart } from './SkeletonPart';
import { FootnotePart, HeadingPart, ParagraphPart, PlainPart, QuotePart, RulePart } from './TextPart';

const drawParts = (blocks: readonly Block[]) => <Parts blocks={blocks} />;

/** Number of blocks in one group: when a long text grows, only its last group is compared. */
const RUN_LENGTH = 16;
/**
 * Number of groups that are direct children; later ones are wrapped in boxes of as many, because browsers visit all
 * siblings of an inserted element.
 */
const RUNS_IN_BOX = 32;

/**
 * Renders blocks in order. Closed blocks keep their identity, so each is rendered once, however long the text grows.
 */
export function Parts({ blocks }: { readonly blocks: readonly Block[] }) {
  const runs = useSteadyPieces(blocks, RUN_LENGTH);
  const boxes = useSteadyPieces(runs, RUNS_IN_BOX);
  return (
    <PartsContext.Provider value={drawParts}>
      {boxes.map((box, index) =>
        index === 0 ? (
          <PartBox key={index} runs={box} />
        ) : (
          <div key={index} className="sotto-blocks">
            <PartBox runs={box} />
          </div>
        ),
      )}
    </PartsContext.Provider>
  );
}

const PartBox = memo(function PartBox({ runs }: { readonly runs: readonly (readonly Block[])[] }) {
  return runs.map((run, index) => <PartRun key={index} blocks={run} />);
});

const PartRun = memo(function PartRun({ blocks }: { readonly blocks: readonly Block[] }) {
  return blocks.map((block) => <PartRenderer key={block.id} block={block} />);
});

/** Renders one block with its part. */
const PartRenderer = memo(function PartRenderer({ block }: { readonly block: Block }) {
  const own = useOwnComponents();
  switch (block.kind) {
    case 'paragraph': {
      const Part = own.Paragraph ?? ParagraphPart;
      return <Part block={block} />;
    }
    case 'heading': {
      const Part = own.Heading ?? HeadingPart;
      return <Part block={block} />;
    }
    case 'list': {
      const Part = own.List ?? ListPart;
      return <Part block={block} />;
    }
    case 'quote': {
      const Part = own.Quote ?? QuotePart;
      return <Part block={block} />;
    }
    case 'table': {
      const Part = own.Table ?? LateTable;
      return <Part block={block} />;
    }
    case 'code': {
      const Part = own.Code ?? CodePart;
      return <Part block={block} />;
    }
    case 'math': {
      const Part = own.Math ?? MathPart;
      return <Part block={block} />;
    }
    case 'diagram': {
      const Part = own.Diagram ?? LateDiagram;
      return <Part block={block} />;
    }
    case 'media': {
      const Part = own.Media ?? MediaPart;
      return <Part media={block} />;
    }
    case 'rule': {
      const Part = own.Rule ?? RulePart;
      return <Part block={block} />;
    }
    case 'rich': {
      const Part = own.Rich ?? RichPart;
      return <Part block={block} />;
    }
    case 'footnote':
      return <FootnotePart block={block} />;
    case 'skeleton': {
      const Part = own.Skeleton ?? SkeletonPart;
      return <Part block={block} />;
    }
    case 'plain': {
      const Part = own.Plain ?? PlainPart;
      return <Part block={block} />;
    }
  }
});
