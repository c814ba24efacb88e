// Digests of messages of many lengths, by waiting and by interrupt, and the clocks of one of 1000 bytes.
// A line is a name, an outcome, a number and bytes.
#include "sha256_apb4_driver.h"
#include "system.h"

#define LONGEST 1004u

static union {
    uint32_t words[LONGEST / 4u];
    uint8_t bytes[LONGEST];
} message;
static sha256_apb4_device device;
static volatile uint32_t interrupts;

void on_interrupt(void)
{
    if (sha256_apb4_interrupt(&device)) {
        interrupts++;
    }
}

#if INTERRUPTS
// A digest for which the processor looks when the interrupt has come, and not before.
static sha256_apb4_outcome by_interrupt(size_t length, sha256_apb4_answer *digest)
{
    sha256_apb4_open open;
    sha256_apb4_flight flight;
    const uint32_t before = interrupts;
    const sha256_apb4_outcome outcome = sha256_apb4_start_hash(&device, &open);

    if (outcome != SHA256_APB4_OK) {
        return outcome;
    }
    (void)sha256_apb4_update(&open, message.bytes, length);
    (void)sha256_apb4_finish(&open, &flight);
    while (interrupts == before) { // here a program does something else
    }
    return sha256_apb4_collect(&flight, digest);
}
#endif

// The digest of 1000 bytes that lie in words.
static sha256_apb4_outcome of_words(sha256_apb4_answer *digest)
{
    sha256_apb4_open open;
    sha256_apb4_flight flight;
    sha256_apb4_outcome outcome = sha256_apb4_start_hash(&device, &open);

    if (outcome != SHA256_APB4_OK) {
        return outcome;
    }
    (void)sha256_apb4_update_words(&open, message.words, 250u);
    (void)sha256_apb4_finish(&open, &flight);
    return sha256_apb4_wait(&flight, digest);
}

int main(void)
{
    static const uint16_t lengths[] = { 0u, 1u, 3u, 4u, 55u, 56u, 63u, 64u, 65u, 119u, 300u, 1000u };
    sha256_apb4_answer digest = { { 0u } };
    sha256_apb4_outcome outcome = sha256_apb4_init(&device, CORE);
    uint32_t begin;
    uint32_t i;

    for (i = 0u; i < LONGEST; i++) {
        message.bytes[i] = (uint8_t)((7u * i + 3u) & 0xffu);
    }
    line("init", outcome, 0u, digest.bytes, sizeof digest);
    for (i = 0u; i < sizeof lengths / sizeof lengths[0]; i++) {
        outcome = sha256_apb4_hash(&device, message.bytes + i % 4u, lengths[i], &digest);
        line("hash", outcome, lengths[i], digest.bytes, sizeof digest);
    }
#if INTERRUPTS
    sha256_apb4_enable_interrupt(&device, 1);
    for (i = 0u; i < 3u; i++) {
        outcome = by_interrupt(100u * i, &digest);
        line("interrupt", outcome, 100u * i, digest.bytes, sizeof digest);
    }
    sha256_apb4_enable_interrupt(&device, 0);
#endif
    begin = clocks();
    outcome = sha256_apb4_hash(&device, message.bytes, 1000u, &digest);
    line("bytes", outcome, clocks() - begin, digest.bytes, sizeof digest);
    begin = clocks();
    outcome = of_words(&digest);
    line("words", outcome, clocks() - begin, digest.bytes, sizeof digest);
    put('\4');
    return 0;
}
