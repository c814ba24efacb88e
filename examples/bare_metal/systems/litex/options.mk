# The processor has a cache of data, so a program with a ring says what becomes of memory.
override DEFINES += -D$(call CAPITALS,$(NAME))_OWN_MEMORY
